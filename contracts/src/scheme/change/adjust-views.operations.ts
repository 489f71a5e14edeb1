import { z } from 'zod';
import { approve } from '../../approval/approval.operations.ts';
import { dateTimeText, pageNum, pageSize, total } from '../../kernel/fields.ts';
import { sortBy } from '../../kernel/list-sort.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { adjustFilter, courseAdjustItem, toldChange, adjustSorts } from './course-adjust.operations.ts';

const key = z.string().min(1, '必填').max(140);
const filter = { ...adjustFilter, sort: sortBy(adjustSorts), pageNo: pageNum, pageSize };
const decision = { encoding: 'json', input: approve.input, output: approve.output } as const;
const deciding = {
  method: 'POST',
  access: { permission: 'system:approve' as const },
  scope: 'application' as const,
} as const;
const listing = { method: 'POST', scope: 'resource' as const, encoding: 'form', outcome: 'query' } as const;

/** Applications with how many whole days each has waited (SCHEME-15). */
export const queryAdjustChecks = defineOperation({
  id: 'courseAdjustInfoCheck.query',
  path: '/scheme/courseAdjustInfoCheck/query',
  access: { permission: 'courseAdjustInfoCheck:query' },
  summary: '课程调整审核列表',
  ...listing,
  input: z.object(filter),
  output: z.object({
    rows: z.array(courseAdjustItem.extend({ waitDays: z.number().int().nullable() })),
    total,
    todo: total,
  }),
});
export type AdjustCheckItem = z.output<typeof queryAdjustChecks.output>['rows'][number];
/** Decides them by the shared rules of approvals. */
export const checkAdjust = defineOperation({
  id: 'courseAdjustInfoCheck.docheck',
  path: '/scheme/courseAdjustInfoCheck/docheck',
  summary: '审核课程调整',
  outcome: 'audit',
  ...deciding,
  ...decision,
});

/** Those that change hours only (SCHEME-16). */
export const queryHourChecks = defineOperation({
  id: 'courseHourAdjustCheck.query',
  path: '/scheme/courseHourAdjustCheck/query',
  access: { permission: 'courseHourAdjustCheck:query' },
  summary: '学时调整审核列表',
  ...listing,
  input: z.object(filter),
  output: queryAdjustChecks.output,
});
/** One application, row by row before and after; of hours alone, or any other. */
export const hourCheckDetail = defineOperation({
  id: 'courseHourAdjustCheck.detail',
  method: 'GET',
  path: '/scheme/courseHourAdjustCheck/detail/{applyId}',
  access: { permission: 'courseHourAdjustCheck:query' },
  scope: 'resource',
  summary: '调整申请详情',
  input: z.object({ applyId: key }),
  output: z.object({
    ...courseAdjustItem.shape,
    changes: z.array(toldChange),
    /** Why it was not carried out although it passed; empty otherwise. */
    clashed: z.string(),
    /** What its form was sent with, for a draft that is changed again. */
    executionPlanId: z.string(),
    newCourseId: z.string(),
    after: z.record(z.string(), z.unknown()),
  }),
});
export const checkHours = defineOperation({
  id: 'courseHourAdjustCheck.docheck',
  path: '/scheme/courseHourAdjustCheck/docheck',
  summary: '审核学时调整',
  outcome: 'audit',
  ...deciding,
  ...decision,
});

/** Every change that was asked for, with what was decided last (SCHEME-17). */
export const querySchemeChangeLog = defineOperation({
  id: 'SchemeChangeCheckLog.query',
  path: '/scheme/SchemeChangeCheckLog/query',
  access: { permission: 'SchemeChangeCheckLog:query' },
  summary: '方案变更审核日志',
  ...listing,
  input: z.object(filter),
  output: z.object({
    rows: z.array(
      z.object({
        applyId: z.string(),
        changeTime: dateTimeText,
        gradeMajorName: z.string(),
        changeType: z.string(),
        changeContent: z.string(),
        operatorName: z.string(),
        checkStatus: z.string(),
        checkStatusName: z.string(),
        currentNodeName: z.string().nullable(),
        checkOpinion: z.string(),
        awaitsMe: z.boolean(),
      }),
    ),
    total,
    todo: total,
  }),
});
export type SchemeChangeLogItem = z.output<typeof querySchemeChangeLog.output>['rows'][number];
export const checkSchemeChange = defineOperation({
  id: 'SchemeChangeCheckLog.docheck',
  path: '/scheme/SchemeChangeCheckLog/docheck',
  summary: '审核方案变更',
  outcome: 'audit',
  ...deciding,
  ...decision,
});

/** Changes that were carried out or wait, by row of the plan (SCHEME-44). */
export const queryPlanChanges = defineOperation({
  id: 'executionPlanChangeInfo.query',
  path: '/scheme/executionPlanChangeInfo/query',
  access: { permission: 'executionPlanChangeInfo:query' },
  summary: '执行计划变更列表',
  ...listing,
  input: z.object(filter),
  output: z.object({ rows: z.array(courseAdjustItem), total, todo: total }),
});
export const approvePlanChanges = defineOperation({
  id: 'executionPlanChangeInfo.doApprove',
  path: '/scheme/executionPlanChangeInfo/doApprove',
  summary: '审批执行计划变更',
  outcome: 'approve',
  ...deciding,
  ...decision,
});

export const adjustViewOperations = [
  queryAdjustChecks,
  checkAdjust,
  queryHourChecks,
  hourCheckDetail,
  checkHours,
  querySchemeChangeLog,
  checkSchemeChange,
  queryPlanChanges,
  approvePlanChanges,
] as const;
