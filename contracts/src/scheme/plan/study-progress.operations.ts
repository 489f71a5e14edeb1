import { z } from 'zod';
import { dateTimeText, pageNum, pageSize, total } from '../../kernel/fields.ts';
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

/**
 * The same of one student, for those in whose scope he is: from all of his scores, or those that counted at a moment.
 * Plan, rosters and rules are those of today.
 */
export const studentStudyProgress = defineOperation({
  id: 'studyProgress.detail',
  method: 'GET',
  path: '/scheme/studyProgress/detail',
  access: { permission: 'studyProgress:query' },
  scope: 'student',
  summary: '学生的培养进度',
  outcome: 'query',
  input: z.object({
    studentCode: z.string().min(1, '请先选择学生再操作').max(64),
    asOf: z.union([dateTimeText, z.literal('')]).optional(),
  }),
  output: progress.extend({ studentNumber: z.string(), studentName: z.string() }),
});

/** The same if he were in another grade-major: what he has counts towards its plan (转专业 is thought of before). */
export const whatIfStudyProgress = defineOperation({
  id: 'studyProgress.whatIf',
  method: 'GET',
  path: '/scheme/studyProgress/whatIf',
  access: { permission: 'studyProgress:query' },
  scope: 'student',
  summary: '假设转入其他专业的培养进度',
  outcome: 'query',
  input: z.object({
    studentCode: z.string().min(1, '请先选择学生再操作').max(64),
    gradeMajorId: z.string().min(1, '请选择年级专业').max(64),
  }),
  output: progress,
});

/** Which students of a grade-major a matrix shows. */
export const progressShown = { all: '0', missing: '1', owing: '2' } as const;
const matrix = {
  gradeMajorId: z.string('请先选择年级专业').min(1, '请先选择年级专业').max(64),
  classId: z.string().max(64).optional(),
  keyword: z.string().trim().max(60).optional(),
  shown: z.enum(progressShown).optional(),
};

/** A student among those of his grade-major: by module in the order of `modules`, and how many courses he owes. */
const progressRow = z.object({
  studentCode: z.string(),
  studentNumber: z.string(),
  studentName: z.string(),
  className: z.string(),
  ownScheme: z.boolean(),
  ...sums,
  /** Courses that he failed, and those whose semester has passed without a score. */
  failed: z.number().int(),
  owed: z.number().int(),
  modules: z.array(z.object(sums).nullable()),
});
export type ProgressRow = z.output<typeof progressRow>;

/** 培养进度 of the students of a grade-major in scope, beside each other. */
export const queryStudyProgress = defineOperation({
  id: 'studyProgress.query',
  method: 'POST',
  path: '/scheme/studyProgress/query',
  access: { permission: 'studyProgress:query' },
  scope: 'student',
  summary: '专业培养进度',
  encoding: 'form',
  outcome: 'query',
  input: z.object({ ...matrix, pageNo: pageNum, pageSize }),
  output: z.object({
    /** Modules of the plans, in their order. */
    modules: z.array(z.string()),
    /** Classes of the grade-major with students in scope. */
    classes: z.array(z.object({ code: z.string(), name: z.string() })),
    rows: z.array(progressRow),
    total,
    /** Of all students in scope who match class and keyword. */
    counts: z.object({
      students: z.number().int(),
      missing: z.number().int(),
      owing: z.number().int(),
    }),
  }),
});
export const exportStudyProgress = defineOperation({
  id: 'studyProgress.exportExcel',
  method: 'POST',
  path: '/scheme/studyProgress/exportExcel',
  access: { permission: 'studyProgress:query' },
  scope: 'student',
  summary: '导出专业培养进度',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: z.object(matrix),
  output: z.unknown(),
});

export const studyProgressOperations = [
  ownStudyProgress,
  studentStudyProgress,
  whatIfStudyProgress,
  queryStudyProgress,
  exportStudyProgress,
] as const;
