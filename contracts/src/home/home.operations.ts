import { z } from 'zod';
import { integer, pageNum, total } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';
import { withheldScores } from '../score-setting/score-opening.ts';

/** An address of the product, and nothing that leads out of it. */
const ownAddress = z
  .string()
  .max(200, '最多 200 个字符')
  .regex(/^\/jwxt\/[\w/\-.~%]*$/, '地址应为本系统内的页面');

/**
 * A page that the person opens, with how often (HOME-44). `roleId` and `roleName` are the menu entry's key and title.
 */
export const commonFunction = z.object({
  roleId: z.string(),
  roleName: z.string(),
  url: z.string(),
  visitNum: z.number().int(),
});
export type CommonFunction = z.output<typeof commonFunction>;

/** What the person opens most, most visited first (HOME-41). */
export const commonFunctions = defineOperation({
  id: 'commonFunctions.query',
  method: 'GET',
  path: '/baseInfo/commonFunctions/query',
  access: { signedIn: '自己的常用功能' },
  summary: '常用功能',
  input: z.object({ pageNo: pageNum, pageSize: integer(1, 50).default(6) }),
  output: z.object({ rows: z.array(commonFunction), total }),
});
/** Counts one visit of a page of the menu (HOME-45, 46). */
export const createCommonFunction = defineOperation({
  id: 'commonFunctions.create',
  method: 'POST',
  path: '/baseInfo/commonFunctions/create',
  access: { signedIn: '记录自己的常用功能' },
  summary: '记录常用功能',
  temporary: '不会改动：他人的点击不计入',
  encoding: 'form',
  outcome: 'add',
  input: z.object({
    roleId: z.string().trim().min(1).max(200),
    url: ownAddress,
    roleName: z.string().trim().min(1).max(40),
  }),
  output: z.object({}),
});

const show = { permission: 'indexQuery:show' } as const;
/** Students in school, teachers on the job, both together (HOME-47, 49). */
export const schoolStatistics = defineOperation({
  id: 'indexQuery.school',
  method: 'GET',
  path: '/baseInfo/indexQuery/schoolStatistics',
  access: show,
  scope: noScope.totals,
  summary: '师生人数',
  input: z.object({}),
  output: z.object({ zxxs: z.number().int(), zxjs: z.number().int(), zrs: z.number().int() }),
});
/** Administrative classes in use: all, and of the first to the fourth year (HOME-48, 50). */
export const classStatistics = defineOperation({
  id: 'indexQuery.classes',
  method: 'GET',
  path: '/baseInfo/indexQuery/classStatistics',
  access: show,
  scope: noScope.totals,
  summary: '行政班级数',
  input: z.object({}),
  output: z.object({
    zbjsl: z.number().int(),
    dyibjsl: z.number().int(),
    derbjsl: z.number().int(),
    dsanbjsl: z.number().int(),
    dsibjsl: z.number().int(),
  }),
});
/** How many evaluations the person owes (HOME-51). */
export const pendingEvaluations = defineOperation({
  id: 'evaluationTask.pendingCount',
  method: 'GET',
  path: '/teachingAssessment/evaluationTask/pendingCount',
  access: { signedIn: '自己的评教任务数' },
  summary: '未完成的评教任务数',
  input: z.object({}),
  output: z.object({ count: z.number().int() }),
});

/** One published score of the person. */
export const ownScore = z.object({
  attemptId: z.string(),
  semesterId: z.string(),
  courseNum: z.string(),
  courseName: z.string(),
  /** Tenths. */
  courseCredit: z.number().int(),
  finalName: z.string(),
  /** Why it is what it is, as 缺考 or 作弊; empty: nothing but its items. */
  scoreRemarkName: z.string(),
  passed: z.boolean(),
  /** The one that counts for the course, of those that are shown. */
  effective: z.boolean(),
  /** What it was made of, where the school shows it. */
  items: z.array(z.object({ name: z.string(), value: z.string() })),
});
/**
 * The student's own published scores that are open to him, newest semester first, and the credits they make (HOME-26,
 * SCORE-MORE-40).
 */
export const ownScores = defineOperation({
  id: 'scoreQuery.own',
  method: 'GET',
  path: '/score/scoreQuery/own',
  access: { permission: 'scoreQuery:query' },
  scope: 'student',
  summary: '我的成绩',
  input: z.object({}),
  output: z.object({
    rows: z.array(ownScore),
    withheld: withheldScores,
    /** Tenths: of passed courses; of all courses with a score. */
    earnedCredit: z.number().int(),
    takenCredit: z.number().int(),
    passedNum: z.number().int(),
    failedNum: z.number().int(),
  }),
});

export const homeOperations = [
  commonFunctions,
  createCommonFunction,
  schoolStatistics,
  classStatistics,
  pendingEvaluations,
  ownScores,
] as const;
