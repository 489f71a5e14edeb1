import { z } from 'zod';
import { semesterKey } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';

/** Figures of one group. Rates in tenths of a per cent, means in hundredths. Only published scores count. */
const group = z.object({
  key: z.string(),
  name: z.string(),
  personNum: z.number().int(),
  scoredNum: z.number().int(),
  passedNum: z.number().int(),
  passRate: z.number().int(),
  mean: z.number().int(),
  /** 优 良 中 及格 不及格. */
  bands: z.array(z.number().int()).length(5),
});
export const scoreStatistics = defineOperation({
  id: 'statistics.score',
  method: 'GET',
  path: '/statistics/score',
  access: { permission: 'scoreStatistics:query' },
  scope: 'teachingClass',
  summary: '成绩统计：及格率、平均分、分布',
  input: z.object({
    groupBy: z.enum(['course', 'class', 'department', 'semester']).default('department'),
    semesterId: semesterKey.optional(),
    departmentId: z.string().optional(),
  }),
  output: z.object({
    groups: z.array(group),
    all: group.nullable(),
    /** Final values per ten points: 0–9 … 90–100. */
    histogram: z.array(z.number().int()).length(10),
  }),
});
export const approvalStatistics = defineOperation({
  id: 'statistics.approval',
  method: 'GET',
  path: '/statistics/approval',
  access: { permission: 'scoreStatistics:query' },
  scope: noScope.totals,
  summary: '审批时效：按流程与节点',
  input: z.object({}),
  output: z.object({
    nodes: z.array(
      z.object({
        processNo: z.string(),
        processName: z.string(),
        processNodeId: z.string(),
        processNodeName: z.string(),
        decided: z.number().int(),
        waiting: z.number().int(),
        passed: z.number().int(),
        rejected: z.number().int(),
        meanSeconds: z.number(),
        maxSeconds: z.number(),
      }),
    ),
  }),
});
export const entryProgress = defineOperation({
  id: 'statistics.entryProgress',
  method: 'GET',
  path: '/statistics/entryProgress',
  access: { permission: 'scoreStatistics:query' },
  scope: 'teachingClass',
  summary: '录入进度：按开课单位',
  input: z.object({ semesterId: semesterKey.optional() }),
  output: z.object({
    departments: z.array(
      z.object({
        departmentId: z.string(),
        departmentName: z.string(),
        total: z.number().int(),
        empty: z.number().int(),
        entering: z.number().int(),
        returned: z.number().int(),
        submitted: z.number().int(),
        passed: z.number().int(),
      }),
    ),
  }),
});
export const statisticsOperations = [scoreStatistics, approvalStatistics, entryProgress] as const;
