import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { commandId } from '../kernel/fields.ts';
import { defineOperation, type OutputOf } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';
import { teacherAnswer, teacherAnswerNames } from './open-course.vocabulary.ts';

const text = z.string();
const access = { permission: 'teacherPlan:answer' } as const;

/** The hours that a teacher was given in jobs whose window of type 4 is open (OPEN-COURSE-05, 08). */
export const ownTeacherPlans = defineOperation({
  id: 'teacherPlan.own',
  method: 'GET',
  path: '/openCourse/teacherPlan/own',
  access,
  scope: noScope.own,
  summary: '本人的任课安排',
  input: z.object({}),
  output: z.array(
    z.object({
      teachingClassId: text,
      teachingClassName: text,
      courseName: text,
      semesterName: text,
      classes: text,
      /** `理论 32，实验 16`. */
      hours: text,
      startEndWeek: text,
      confirmStatus: z.enum([teacherAnswer.none, teacherAnswer.confirmed, teacherAnswer.objected]),
      confirmNote: text,
      endTime: text,
    }),
  ),
});
export type OwnTeacherPlan = OutputOf<typeof ownTeacherPlans>[number];

const answer = {
  teachingClassId: z.string().min(1).max(64),
  confirmStatus: z.enum([teacherAnswer.confirmed, teacherAnswer.objected]),
  confirmNote: z.string().trim().max(200, '最多 200 个字符'),
};
const answered = z.object({ teachingClassId: text });
/** A teacher takes the hours that he was given in a job, or says what is wrong; his unit is told of that. */
export const answerTeacherPlanOperation = defineOperation({
  id: 'teacherPlan.answer',
  method: 'POST',
  path: '/openCourse/teacherPlan/answer',
  access,
  scope: noScope.own,
  summary: '任课确认',
  encoding: 'form',
  outcome: 'operate',
  input: z
    .object({ commandId, ...answer })
    .refine(({ confirmStatus, confirmNote }) => confirmStatus !== teacherAnswer.objected || confirmNote !== '', {
      path: ['confirmNote'],
      error: '请填写意见',
    }),
  output: answered,
});
export const answerTeacherPlan = defineCommand('teacherPlan.answer', z.object(answer), answered);

/** What the clerks of a unit read of an objection. */
export const objectionMessage = (teacher: string, about: string, note: string) => ({
  title: `任课安排${teacherAnswerNames[teacherAnswer.objected]}`,
  content: `${teacher}对“${about}”的任课安排有异议：${note}`,
});

export const teacherAnswerOperations = [ownTeacherPlans, answerTeacherPlanOperation] as const;
