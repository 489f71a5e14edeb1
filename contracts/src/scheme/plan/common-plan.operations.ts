import { z } from 'zod';
import { defineCommand } from '../../kernel/command.ts';
import { commandId, yesNoFlag } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';

const key = z.string().min(1, '必填').max(64);
const count = z.number().int().min(0);
const keys = z.array(key).max(500, '一次最多 500 个年级专业').default([]);
const path = (action: string) => `/scheme/commonCoursePlan/${action}`;

/** The grade-majors that a common plan is for (SCHEME-33). */
export const queryAssigned = defineOperation({
  id: 'commonCoursePlan.queryGradeMajor',
  method: 'GET',
  path: path('queryGradeMajor'),
  access: { permission: 'commonCoursePlan:query' },
  scope: 'resource',
  summary: '公共课计划的适用年级专业',
  input: z.object({ key }),
  output: z.object({
    list: z.array(
      z.object({
        gradeMajorId: z.string(),
        gradeMajorName: z.string(),
        departmentName: z.string(),
        semesterId: z.string(),
        openStatus: yesNoFlag,
        /** Why it stays; empty: it may be taken away. */
        fixed: z.string(),
      }),
    ),
  }),
});
export type AssignedGradeMajor = z.output<typeof queryAssigned.output>['list'][number];

const assignment = { key, gradeMajorIds: keys, removed: keys };
const assigned = z.object({
  added: count,
  removed: count,
  /** Grade-majors whose plan has the course already, or that could not be taken away, with why. */
  kept: z.array(z.object({ gradeMajorName: z.string(), message: z.string() })),
});
export const assignGradeMajorOperation = defineOperation({
  id: 'commonCoursePlan.assignGradeMajor',
  method: 'POST',
  path: path('assignGradeMajor'),
  access: { permission: 'commonCoursePlan:assignGradeMajor' },
  scope: 'resource',
  summary: '公共课计划分配年级专业',
  encoding: 'json',
  outcome: 'assign',
  input: z
    .object({ commandId, ...assignment })
    .refine(({ gradeMajorIds, removed }) => gradeMajorIds.length + removed.length > 0, {
      path: ['gradeMajorIds'],
      message: '请选择年级专业',
    }),
  output: assigned,
});
/** Adds rows of the common plan to the plans of grade-majors, or takes them away while they are not opened. */
export const assignGradeMajor = defineCommand('commonCoursePlan.assignGradeMajor', z.object(assignment), assigned);

const copying = {
  key,
  planName: z.string('必填').trim().min(1, '必填').max(60, '最多 60 个字符'),
  grade: z.string('必填').min(1, '必填').max(20),
};
const copied = z.object({ key: z.string(), added: count });
export const copyCommonPlanOperation = defineOperation({
  id: 'commonCoursePlan.copy',
  method: 'POST',
  path: path('copy'),
  access: { permission: 'commonCoursePlan:create' },
  scope: 'resource',
  summary: '复制公共课计划到年级',
  encoding: 'form',
  outcome: 'add',
  input: z.object({ commandId, ...copying }),
  output: copied,
});
/** The same plan for the grade-majors of another grade. */
export const copyCommonPlan = defineCommand('commonCoursePlan.copy', z.object(copying), copied);

export const commonPlanOperations = [queryAssigned, assignGradeMajorOperation, copyCommonPlanOperation] as const;
