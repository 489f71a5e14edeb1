import { z } from 'zod';
import { approvalLog } from '../../approval/approval.operations.ts';
import { defineCommand } from '../../kernel/command.ts';
import { commandId, dateTimeText, pageNum, pageSize, total } from '../../kernel/fields.ts';
import { sortBy } from '../../kernel/list-sort.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { noScope } from '../../kernel/scope.vocabulary.ts';
import { approvedView } from './approved-view.ts';

const key = z.string().min(1, '必填').max(80);
const path = (action: string): `/${string}` => `/scheme/gradeMajorApprovalInfo/${action}`;
const mayQuery = { access: { permission: 'gradeMajorApprovalInfo:query' as const }, scope: 'resource' as const };
const count = z.number().int().min(0);

/** A plan that was sent for approval, as lists tell it. */
export const gradeMajorApprovalItem = z.object({
  applyId: z.string(),
  gradeMajorId: z.string(),
  gradeMajorName: z.string(),
  departmentName: z.string(),
  /** Empty: the whole plan. */
  semesterId: z.string(),
  courseNum: count,
  creditSum: z.string(),
  hourSum: z.string(),
  applicantName: z.string(),
  applyTime: dateTimeText,
  approvalBusinessStatus: z.string(),
  approvalBusinessStatusName: z.string(),
  currentNodeName: z.string().nullable(),
  /** The caller applied. */
  own: z.boolean(),
  /** It waits at a node at which the caller decides. */
  awaitsMe: z.boolean(),
});
export type GradeMajorApprovalItem = z.output<typeof gradeMajorApprovalItem>;

/** What the list is sorted by. */
export const planApprovalSorts = [
  'gradeMajorName',
  'semesterId',
  'courseNum',
  'creditSum',
  'hourSum',
  'applyTime',
  'status',
] as const;

/** Plans that were sent for approval (SCHEME-31). */
export const queryGradeMajorApprovals = defineOperation({
  id: 'gradeMajorApprovalInfo.query',
  method: 'POST',
  path: path('query'),
  ...mayQuery,
  summary: '年级专业计划审批列表',
  encoding: 'form',
  outcome: 'query',
  input: z.object({
    view: approvedView,
    keyword: z.string().trim().max(60).optional(),
    gradeMajorId: key.optional(),
    sort: sortBy(planApprovalSorts),
    pageNo: pageNum,
    pageSize,
  }),
  output: z.object({ rows: z.array(gradeMajorApprovalItem), total, todo: total }),
});

/** One of them, with what the grade-major asks for. */
export const gradeMajorApprovalDetail = defineOperation({
  id: 'gradeMajorApprovalInfo.detail',
  method: 'GET',
  path: path('detail/{applyId}'),
  ...mayQuery,
  summary: '年级专业计划审批详情',
  input: z.object({ applyId: key }),
  output: z.object({
    ...gradeMajorApprovalItem.shape,
    requiredTotal: z.string(),
    /** Why it is not in force although it passed; empty otherwise. */
    clashed: z.string(),
  }),
});

/** Its courses as they were sent. */
export const gradeMajorApprovalCourses = defineOperation({
  id: 'gradeMajorApprovalInfo.courses',
  method: 'GET',
  path: path('courses'),
  ...mayQuery,
  summary: '年级专业计划送审的课程',
  input: z.object({ applyId: key }),
  output: z.object({
    list: z.array(
      z.object({
        executionPlanId: z.string(),
        term: count,
        semesterId: z.string(),
        courseBusinessCode: z.string(),
        courseName: z.string(),
        courseSystemName: z.string(),
        courseAttributeName: z.string(),
        openDepartmentName: z.string(),
        examMethodName: z.string(),
        credit: z.string(),
        totalHour: z.string(),
        hours: z.string(),
      }),
    ),
  }),
});

/** Its hours, of each type and term. */
export const gradeMajorApprovalHours = defineOperation({
  id: 'gradeMajorApprovalInfo.hours',
  method: 'GET',
  path: path('hours'),
  ...mayQuery,
  summary: '年级专业计划送审的学时合计',
  input: z.object({ applyId: key }),
  output: z.object({
    list: z.array(
      z.object({ term: count, courseNum: count, credit: z.string(), totalHour: z.string(), hours: z.string() }),
    ),
  }),
});

/** Who decided what, step by step. */
export const gradeMajorApprovalLog = defineOperation({
  id: 'gradeMajorApprovalInfo.log',
  method: 'GET',
  path: path('log'),
  ...mayQuery,
  summary: '年级专业计划审批日志',
  input: z.object({ applyId: key }),
  output: approvalLog.output,
});

const submission = { gradeMajorId: key, semesterId: key.optional(), applyId: key.optional() };
export const submitGradeMajorPlanOperation = defineOperation({
  id: 'gradeMajorApprovalInfo.submit',
  method: 'POST',
  path: path('submit'),
  access: { permission: 'gradeMajorApprovalInfo:submit' },
  scope: 'resource',
  summary: '年级专业计划送审',
  encoding: 'form',
  outcome: 'submitForApproval',
  input: z.object({ commandId, ...submission }),
  output: z.object({ applyId: z.string() }),
});
/**
 * Sends the rows of a plan that are still 编制 for approval: all, or those of a semester. `applyId`: an own one that
 * came back. Refuses PLAN_NOTHING_TO_APPROVE where there are none.
 */
export const submitGradeMajorPlan = defineCommand(
  'gradeMajorApprovalInfo.submit',
  z.object(submission),
  z.object({ applyId: z.string() }),
  { shownIn: ['approval-list', 'approval-log', 'todo-queue'] },
);

/** Takes an own one back before another unit decided: its rows are free again. */
export const recallGradeMajorPlan = defineOperation({
  id: 'gradeMajorApprovalInfo.recall',
  method: 'POST',
  path: path('recall'),
  access: { permission: 'gradeMajorApprovalInfo:recall' },
  scope: noScope.own,
  summary: '撤回年级专业计划',
  encoding: 'form',
  outcome: 'withdraw',
  input: z.object({ commandId, applyId: key }),
  output: z.object({ applyId: z.string() }),
});

export const gradeMajorPlanOperations = [
  queryGradeMajorApprovals,
  gradeMajorApprovalDetail,
  gradeMajorApprovalCourses,
  gradeMajorApprovalHours,
  gradeMajorApprovalLog,
  submitGradeMajorPlanOperation,
  recallGradeMajorPlan,
] as const;
