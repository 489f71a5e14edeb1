import { z } from 'zod';
import { defineCommand } from '../../kernel/command.ts';
import { commandId } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { noScope } from '../../kernel/scope.vocabulary.ts';
import { REPLACE_MOST } from './course-replace.rules.ts';

const code = z.string().min(1, '必填').max(64);
const courses = z
  .array(code)
  .min(1, '请选择课程')
  .max(REPLACE_MOST, `最多选择 ${String(REPLACE_MOST)} 门课程`);
const rule = {
  oldCourses: courses,
  newCourses: courses,
  beginSemesterId: code.nullable(),
  replaceReason: z.string('必填').trim().min(1, '必填').max(200, '最多 200 个字符'),
  /** An own application that came back (returned or recalled) and is sent again. */
  applyId: code.optional(),
};
const students = z.array(code).max(200, '最多选择 200 项');
const answer = z.object({ applyId: z.string() });

/** Asks for a rule of a grade-major (SCHEME-37), or of students (SCHEME-38) where none is named. */
export const applyForCourseReplace = defineCommand(
  'courseReplace.apply',
  z.object({ ...rule, gradeMajorId: code.nullable(), studentCodes: students }),
  answer,
  { shownIn: ['approval-list', 'approval-log', 'todo-queue'] },
);

const named = z.array(z.object({ code: z.string(), name: z.string() }));
const returned = z.object({
  list: z.array(
    z.object({
      applyId: z.string(),
      applyTime: z.string(),
      approvalBusinessStatusName: z.string(),
      gradeMajorId: z.string().nullable(),
      gradeMajorName: z.string(),
      students: named,
      oldCourses: named,
      newCourses: named,
      beginSemesterId: z.string().nullable(),
      replaceReason: z.string(),
    }),
  ),
});
/** Own applications that came back, with what was asked for. */
export type ReturnedReplaces = z.output<typeof returned>;

/** SCHEME-37 年级课程替代申请. */
export const gradeCourseReplaceApply = defineOperation({
  id: 'gradeCourseReplaceApply.submitApproval',
  method: 'POST',
  path: '/scheme/gradeCourseReplaceApply/submitApproval',
  access: { permission: 'gradeCourseReplaceApply:submitApproval' },
  scope: 'resource',
  summary: '申请年级课程替代',
  encoding: 'json',
  outcome: 'submitForApproval',
  input: z.object({ commandId, ...rule, gradeMajorId: code }),
  output: answer,
});

/** SCHEME-38: the same for single students. */
export const studentCourseReplaceApply = defineOperation({
  id: 'studentTagsReplace.submitApproval',
  method: 'POST',
  path: '/scheme/studentTagsReplace/submitApproval',
  access: { permission: 'studentTagsReplace:submitApproval' },
  scope: 'student',
  summary: '申请学生课程替代',
  encoding: 'json',
  outcome: 'submitForApproval',
  input: z.object({ commandId, ...rule, studentCodes: students.min(1, '请选择学生') }),
  output: answer,
});

/** Own applications of SCHEME-37 that were returned or recalled: to be corrected and sent again. */
export const returnedGradeReplaces = defineOperation({
  id: 'gradeCourseReplaceApply.returned',
  method: 'GET',
  path: '/scheme/gradeCourseReplaceApply/returned',
  access: { permission: 'gradeCourseReplaceApply:submitApproval' },
  scope: noScope.own,
  summary: '退回的年级课程替代申请',
  outcome: 'query',
  input: z.object({}),
  output: returned,
});

/** The same of SCHEME-38. */
export const returnedStudentReplaces = defineOperation({
  id: 'studentTagsReplace.returned',
  method: 'GET',
  path: '/scheme/studentTagsReplace/returned',
  access: { permission: 'studentTagsReplace:submitApproval' },
  scope: noScope.own,
  summary: '退回的学生课程替代申请',
  outcome: 'query',
  input: z.object({}),
  output: returned,
});
