import { z } from 'zod';
import { defineCommand } from '../../kernel/command.ts';
import { commandId } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { REPLACE_MOST } from './course-replace.rules.ts';

const code = z.string().min(1, '必填').max(64);
const courses = z
  .array(code)
  .min(1, '请选择课程')
  .max(REPLACE_MOST, `最多选择${String(REPLACE_MOST)}门课程`);
const rule = {
  oldCourses: courses,
  newCourses: courses,
  beginSemesterId: code.nullable(),
  replaceReason: z.string('必填').trim().min(1, '必填').max(200, '最多200个字符'),
};
const students = z.array(code).max(200, '最多选择200项');
const answer = z.object({ applyId: z.string() });

/** Asks for a rule of a grade-major (SCHEME-37), or of students (SCHEME-38) where none is named. */
export const applyForCourseReplace = defineCommand(
  'courseReplace.apply',
  z.object({ ...rule, gradeMajorId: code.nullable(), studentCodes: students }),
  answer,
  { shownIn: ['approval-list', 'approval-log', 'todo-queue'] },
);

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
