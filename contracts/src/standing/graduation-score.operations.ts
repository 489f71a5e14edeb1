import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { commandId, dateTimeText, pageNum, pageSize, total, yesNoFlag } from '../kernel/fields.ts';
import { sortBy } from '../kernel/list-sort.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';
import { shownCourse } from './frozen-course.ts';

const text = z.string().trim().max(60).optional();
const count = z.number().int().min(0);
const key = z.string().min(1).max(64);
const batch = z.string('必填').trim().min(1, '必填').max(20, '最多 20 个字符');
const filter = {
  graduationBatch: text,
  keyword: text,
  departmentId: text,
  lockStatus: yesNoFlag.optional(),
  /** `1`: with courses that are not passed; `0`: without. */
  hasFailed: yesNoFlag.optional(),
};

/** Courses of one attribute: what the plan of the grade and major has, and what of it counts as passed. Tenths. */
export const moduleLine = z.object({
  courseAttribute: z.string(),
  plannedCredit: z.number().int(),
  earnedCredit: z.number().int(),
  passedNum: count,
  failedNum: count,
});
export type ModuleLine = z.output<typeof moduleLine>;
const shownModule = z.object({
  courseAttributeName: z.string(),
  plannedCredit: z.string(),
  earnedCredit: z.string(),
  passedNum: count,
  failedNum: count,
});

/** What a graduating student has reached, as it was when it was taken. */
export const graduationScoreRow = z.object({
  graduationScoreId: z.string(),
  graduationBatch: z.string(),
  studentCode: z.string(),
  studentNumber: z.string(),
  studentName: z.string(),
  departmentName: z.string(),
  gradeMajorName: z.string(),
  administrativeClassName: z.string(),
  requiredCredit: z.string(),
  earnedCredit: z.string(),
  gpa: z.string(),
  weightedAverage: z.string(),
  failedCourseNum: count,
  ruleVersion: z.string(),
  snapshotTime: dateTimeText,
  lockStatus: yesNoFlag,
  lockTime: dateTimeText.nullable(),
});
export type GraduationScoreRow = z.output<typeof graduationScoreRow>;
const detail = z.object({
  row: graduationScoreRow,
  modules: z.array(shownModule),
  courses: z.array(shownCourse),
});
export type GraduationScoreDetail = z.output<typeof detail>;

/** What the list is sorted by. */
export const graduationSorts = [
  'studentNumber',
  'gradeMajorName',
  'graduationBatch',
  'earnedCredit',
  'gpa',
  'failedCourseNum',
  'lockStatus',
] as const;

/** 毕业成绩 (SCORE-MORE-25): the snapshots of a batch, of students in scope. */
export const queryGraduationScores = defineOperation({
  id: 'graduationScore.query',
  method: 'POST',
  path: '/score/graduationScore/query',
  access: { permission: 'graduationScore:query' },
  scope: 'student',
  summary: '毕业成绩',
  encoding: 'form',
  outcome: 'query',
  input: z.object({ ...filter, sort: sortBy(graduationSorts), pageNo: pageNum, pageSize }),
  output: z.object({
    rows: z.array(graduationScoreRow),
    total,
    /** Every batch there is, the latest first. */
    batches: z.array(z.string()),
  }),
});
export const exportGraduationScores = defineOperation({
  id: 'graduationScore.export',
  method: 'POST',
  path: '/score/graduationScore/exportExcel',
  access: { permission: 'graduationScore:exportExcel' },
  scope: 'student',
  summary: '导出毕业成绩',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: z.object(filter),
  output: z.unknown(),
});
export const graduationScoreDetail = defineOperation({
  id: 'graduationScore.detail',
  method: 'GET',
  path: '/score/graduationScore/detail',
  access: { permission: 'graduationScore:query' },
  scope: 'student',
  summary: '毕业成绩明细',
  outcome: 'query',
  input: z.object({ key }),
  output: detail,
});

/** Takes the snapshots of a batch, or takes them anew where they are not locked. */
export const generateGraduationScores = defineOperation({
  id: 'graduationScore.generate',
  method: 'POST',
  path: '/score/graduationScore/generate',
  access: { permission: 'graduationScore:generate' },
  scope: noScope.school,
  summary: '生成毕业成绩',
  encoding: 'form',
  outcome: 'generate',
  input: z.object({
    commandId,
    graduationBatch: batch,
    gradeCode: z.string('必填').trim().min(1, '必填').max(60),
    departmentId: text,
  }),
  output: z.object({ jobId: z.uuid(), total: count }),
});
/** What the job of a generation is told. */
export const graduationGeneration = z.object({ graduationBatch: z.string() });

const locking = { graduationBatch: batch, keys: z.array(key).max(200, '一次最多处理 200 条').default([]) };
export const lockGraduationScoresOperation = defineOperation({
  id: 'graduationScore.lock',
  method: 'POST',
  path: '/score/graduationScore/lock',
  access: { permission: 'graduationScore:lock' },
  scope: noScope.school,
  summary: '锁定毕业成绩',
  encoding: 'json',
  outcome: 'operate',
  input: z.object({ commandId, ...locking }),
  output: z.object({ locked: count }),
});
const unlocking = {
  key,
  reason: z.string('必填').trim().min(1, '必填').max(60, '最多 60 个字符'),
};
export const unlockGraduationScoreOperation = defineOperation({
  id: 'graduationScore.unlock',
  method: 'POST',
  path: '/score/graduationScore/unlock',
  access: { permission: 'graduationScore:lock' },
  scope: noScope.school,
  summary: '解锁毕业成绩',
  encoding: 'form',
  outcome: 'operate',
  input: z.object({ commandId, ...unlocking }),
  output: z.object({ key: z.string() }),
});
/** Locks those of a batch that are named, or without names all of it; answers how many were open. */
export const lockGraduationScores = defineCommand(
  'graduationScore.lock',
  z.object(locking),
  lockGraduationScoresOperation.output,
);
/** Unlocks one, with a reason: the next generation takes it anew. */
export const unlockGraduationScore = defineCommand(
  'graduationScore.unlock',
  z.object(unlocking),
  unlockGraduationScoreOperation.output,
);

/** The snapshots of the student himself; what holds a score that is not open to him is left out. */
export const ownGraduationScores = defineOperation({
  id: 'graduationScore.own',
  method: 'GET',
  path: '/score/graduationScore/own',
  access: { permission: 'graduationScore:own' },
  scope: noScope.own,
  summary: '本人的毕业成绩',
  outcome: 'query',
  input: z.object({}),
  output: z.object({ list: z.array(detail) }),
});
