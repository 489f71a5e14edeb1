import { z } from 'zod';
import { defineOperation } from '../../kernel/operation.ts';
import { noScope } from '../../kernel/scope.vocabulary.ts';

const progressStates = ['earned', 'taking', 'failed', 'owed', 'ahead', 'beyond'] as const;
const sums = { required: z.string(), earned: z.string(), taking: z.string(), missing: z.string() };

const progress = z.object({
  gradeMajorName: z.string(),
  ...sums,
  modules: z.array(
    z.object({
      module: z.string(),
      ...sums,
      lines: z.array(
        z.object({
          courseId: z.string(),
          courseCode: z.string(),
          courseName: z.string(),
          credit: z.string(),
          term: z.number().int(),
          semesterId: z.string(),
          state: z.enum(progressStates),
          reason: z.string(),
        }),
      ),
    }),
  ),
  /** Scores that are not open to him yet, of which nothing is told. */
  withheld: z.boolean(),
});

/** 培养进度 of the student himself: by module what is asked for, earned, being taken and missing, with the reasons. */
export const ownStudyProgress = defineOperation({
  id: 'studyProgress.own',
  method: 'GET',
  path: '/scheme/studyProgress/own',
  access: { permission: 'studyProgress:own' },
  scope: noScope.own,
  summary: '本人的培养进度',
  input: z.object({}),
  output: progress,
});
export type OwnStudyProgress = z.output<typeof ownStudyProgress.output>;

/** The same of one student, for those in whose scope he is: from all of his scores. */
export const studentStudyProgress = defineOperation({
  id: 'studyProgress.detail',
  method: 'GET',
  path: '/scheme/studyProgress/detail',
  access: { permission: 'studyProgress:query' },
  scope: 'student',
  summary: '学生的培养进度',
  outcome: 'query',
  input: z.object({ studentCode: z.string().min(1, '请先选择学生再操作').max(64) }),
  output: progress.extend({ studentNumber: z.string(), studentName: z.string() }),
});
