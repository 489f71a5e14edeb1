import { z } from 'zod';
import { defineCommand } from '../../kernel/command.ts';
import { commandId, dateTimeText, wholeNumber } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { courseWarnReason } from './warning.vocabulary.ts';

const key = z.string().min(1).max(64);
const count = z.number().int().min(0);

/** Classes of the teacher in a semester, with how many of each are warned. */
export const ownClassesToWarn = defineOperation({
  id: 'courseWarning.ownClasses',
  method: 'GET',
  path: '/studentStatus/courseWarning/ownClasses',
  access: { permission: 'courseWarning:warn' },
  scope: 'teachingClass',
  summary: '本人教学班的课程预警',
  outcome: 'query',
  input: z.object({}),
  output: z.object({
    list: z.array(
      z.object({
        teachingClassId: z.string(),
        teachingClassName: z.string(),
        courseName: z.string(),
        studentNum: count,
        warnedNum: count,
      }),
    ),
  }),
});

/** The students of a class with the warnings that they have in it. */
export const classToWarn = defineOperation({
  id: 'courseWarning.ofClass',
  method: 'GET',
  path: '/studentStatus/courseWarning/ofClass',
  access: { permission: 'courseWarning:warn' },
  scope: 'teachingClass',
  summary: '教学班学生的课程预警',
  outcome: 'query',
  input: z.object({ teachingClassId: key }),
  output: z.object({
    /** Whole hours of the course. */
    totalHours: z.number(),
    students: z.array(
      z.object({
        studentCode: z.string(),
        studentNumber: z.string(),
        studentName: z.string(),
        administrativeClassName: z.string(),
        /** The leave (请假) that he is on today; empty: none. */
        leaveName: z.string(),
        warnings: z.array(
          z.object({
            courseWarningId: z.string(),
            warnReason: z.enum(courseWarnReason),
            absentHours: z.number().int().nullable(),
            warnText: z.string(),
            warnTime: dateTimeText,
            handleStatusName: z.string(),
          }),
        ),
      }),
    ),
  }),
});
export type ClassToWarn = z.output<typeof classToWarn.output>;

const warning = {
  teachingClassId: key,
  studentCode: key,
  warnReason: z.enum(courseWarnReason, '必填'),
  absentHours: z.preprocess(
    (value) => (value === '' || value === undefined ? null : value),
    wholeNumber('应为整数').min(0, '不能小于 0').max(999, '最多 999 学时').nullable(),
  ),
  warnText: z.string().trim().max(200, '最多 200 个字符').default(''),
};
/** A teacher warns a student of an own class; again with the same reason, it is brought up to date. */
export const warnStudentOperation = defineOperation({
  id: 'courseWarning.warn',
  method: 'POST',
  path: '/studentStatus/courseWarning/warn',
  access: { permission: 'courseWarning:warn' },
  scope: 'teachingClass',
  summary: '课程预警',
  encoding: 'form',
  outcome: 'operate',
  input: z
    .object({ commandId, ...warning })
    .refine((given) => given.warnReason !== courseWarnReason.absence || given.absentHours !== null, {
      path: ['absentHours'],
      message: '请填写缺勤学时',
    }),
  output: z.object({ courseWarningId: z.string(), losesExam: z.boolean() }),
});
export const warnStudent = defineCommand('courseWarning.warn', z.object(warning), warnStudentOperation.output);
