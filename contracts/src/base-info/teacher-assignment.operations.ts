import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { commandId } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';

const teachingClassId = z.string().min(1, '请选择教学班').max(64);
const HOUR = '学时应为0至9999的数字，最多一位小数';
const hour = z
  .number(HOUR)
  .min(0, HOUR)
  .max(9999, HOUR)
  .refine((value) => Number.isInteger(Math.round(value * 1e6) / 1e5), HOUR)
  .nullable();
/** A teacher of a class as it is kept (PICKERS-104). */
const kept = z.object({
  teacherCode: z.string().min(1, '请选择教师').max(64),
  hourType: z.string().max(20),
  hour,
  startEndWeek: z.string().trim().max(60, '最多 60 个字符'),
});
const assignment = {
  teachingClassId,
  /** Of the teachers as the person saw them. */
  version: z.string().max(64),
  teachers: z.array(kept).min(1, '请至少指定一名教师').max(20, '最多 20 名教师'),
};

/** The teachers of a class, with the hours of its course, which several share (PICKERS-115, 116). */
export const findTeacherAssignment = defineOperation({
  id: 'teachingClassTeacher.assignment',
  method: 'GET',
  path: '/openCourse/teachingClassTeacher/assignment',
  access: { permission: 'teachingClassTeacher:assign' },
  scope: 'teachingClass',
  summary: '教学班的任课教师',
  failureText: '查询失败',
  input: z.object({ teachingClassId }),
  output: z.object({
    teachingClassName: z.string(),
    courseName: z.string(),
    totalHour: z.number(),
    version: z.string(),
    teachers: z.array(kept.extend({ teacherName: z.string(), hourName: z.string() })),
  }),
});

/** Sets who teaches a class, each with hours and weeks, in the order given; who is not named any more leaves it. */
export const assignTeachersOperation = defineOperation({
  id: 'teachingClassTeacher.assign',
  method: 'POST',
  path: '/openCourse/teachingClassTeacher/assign',
  access: { permission: 'teachingClassTeacher:assign' },
  scope: 'teachingClass',
  summary: '指定任课教师',
  encoding: 'json',
  outcome: 'set',
  input: z.object({ commandId, ...assignment }),
  output: z.object({ teachingClassId: z.string() }),
});
export const assignTeachers = defineCommand(
  'teachingClassTeacher.assign',
  z.object(assignment),
  z.object({ teachingClassId: z.string() }),
);
export const teacherAssignmentOperations = [findTeacherAssignment, assignTeachersOperation] as const;
