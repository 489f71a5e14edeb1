import { z } from 'zod';
import { approve } from '../../approval/approval.operations.ts';
import { dateTimeText, pageNum, pageSize, total } from '../../kernel/fields.ts';
import { sortBy } from '../../kernel/list-sort.ts';
import { defineOperation } from '../../kernel/operation.ts';

/** Parts of the list. */
export const infoCheckViews = ['todo', 'open', 'passed', 'refused', 'all'] as const;
const filter = {
  view: z.enum(infoCheckViews).default('all'),
  keyword: z.string().trim().max(60).optional(),
  checkTimeId: z.string().max(64).optional(),
};
const call = (action: string) => ({
  id: `studentInformationApproval.${action}`,
  path: `/studentStatus/studentInformationApproval/${action}` as const,
  method: 'POST' as const,
});

/** What the list is sorted by. */
export const infoCheckSorts = [
  'studentNumber',
  'studentName',
  'departmentName',
  'checkName',
  'applyTime',
  'status',
] as const;

/** Applications to change information of the students in scope (PERM-14). */
export const queryInfoChecks = defineOperation({
  ...call('query'),
  access: { permission: 'studentInformationApproval:query' },
  scope: 'student',
  summary: '信息核对审批列表',
  encoding: 'form',
  outcome: 'query',
  input: z.object({ ...filter, sort: sortBy(infoCheckSorts), pageNo: pageNum, pageSize }),
  output: z.object({
    rows: z.array(
      z.object({
        applyId: z.string(),
        studentNumber: z.string(),
        studentName: z.string(),
        departmentName: z.string(),
        className: z.string(),
        checkName: z.string(),
        fields: z.string(),
        applicantName: z.string(),
        applyTime: dateTimeText,
        approvalBusinessStatus: z.string(),
        approvalBusinessStatusName: z.string(),
        currentNodeName: z.string().nullable(),
        awaitsMe: z.boolean(),
      }),
    ),
    total,
    todo: total,
  }),
});
export type InfoCheckItem = z.output<typeof queryInfoChecks.output>['rows'][number];

/** Decides some of them by the shared rules of approvals. */
export const decideInfoChecks = defineOperation({
  ...call('approval'),
  access: { permission: 'studentInformationApproval:approval' },
  scope: 'student',
  summary: '审批学生信息核对',
  encoding: 'json',
  outcome: 'approve',
  input: approve.input,
  output: approve.output,
});

/** The applications as a workbook, one a line. */
export const exportInfoChecks = defineOperation({
  ...call('export'),
  access: { permission: 'studentInformationApproval:export' },
  scope: 'student',
  summary: '导出信息核对申请',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: z.object(filter),
  output: z.unknown(),
});
/** Their changes, one a line: before, after, and whether it is in effect. Personal values stay in masks. */
export const exportInfoChanges = defineOperation({
  ...call('exportExcel'),
  access: { permission: 'studentInformationApproval:exportExcel' },
  scope: 'student',
  summary: '导出信息变更明细',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: z.object(filter),
  output: z.unknown(),
});

export const infoCheckApprovalOperations = [
  queryInfoChecks,
  decideInfoChecks,
  exportInfoChecks,
  exportInfoChanges,
] as const;
