import { z } from 'zod';
import { commandId, dateTimeText, integer, pageNum, pageSize, total } from '../kernel/fields.ts';
import { sortBy } from '../kernel/list-sort.ts';
import { defineOperation } from '../kernel/operation.ts';
import { handingOver } from './approval.operations.ts';
import { OPINION_MAX_LENGTH, OPINION_TOO_LONG, businessStatus } from './approval.vocabulary.ts';

/** Instances that one search looks through: the newest of the time, and the process or the status that it names. */
export const INSTANCES_LOOKED_AT = 10_000;

const applyId = z.string().min(1, '数据丢失，请刷新后重试！').max(80);
const text = z.string().trim().max(60, '最多 60 个字符').optional();
const asked = z.object({
  processNo: z.string().max(20).optional(),
  /** Name of the applicant, or a part of it. */
  applicantName: text,
  /** Name of the node it waits at, or a part of it. */
  currentNodeName: text,
  approvalBusinessStatus: z.enum(businessStatus).optional(),
  /** When it was applied for. */
  beginTime: dateTimeText.optional(),
  endTime: dateTimeText.optional(),
  /** Those only that have waited at their node for so many days. */
  waitDays: integer(1, 3_650).optional(),
});
export type ProcessInstanceFilter = z.output<typeof asked>;

/** An approval that runs or ran, whatever it is about. */
const processInstance = z.object({
  instanceId: z.string(),
  applyId: z.string(),
  processNo: z.string(),
  approvalProcessName: z.string(),
  businessId: z.string(),
  title: z.string(),
  applicantName: z.string(),
  applicantDepartmentName: z.string(),
  applyTime: dateTimeText,
  /** Where it waits; null when it has ended or lies with the applicant. */
  currentNodeName: z.string().nullable(),
  /** Who may decide there, by name; to whom it was handed, if it was. */
  currentApprovers: z.string(),
  /** Whole days at the node. */
  waitDays: z.number().int().nullable(),
  approvalBusinessStatus: z.string(),
  approvalBusinessStatusName: z.string(),
  finishTime: dateTimeText.nullable(),
  /** Stream revision: sent back with what is done to it. */
  revision: z.number().int(),
  mayUrge: z.boolean(),
  mayTransfer: z.boolean(),
  mayTerminate: z.boolean(),
});
export type ProcessInstance = z.output<typeof processInstance>;

/** What the list is sorted by. */
export const instanceSorts = ['process', 'applicantName', 'applyTime', 'node', 'waitDays', 'status'] as const;

/** SYSADMIN-25: approvals of all processes in the caller's scope, the newest first. */
export const queryProcessInstances = defineOperation({
  id: 'processInstanceQuery.query',
  method: 'POST',
  path: '/system/processInstanceQuery/query',
  access: { permission: 'processInstanceQuery:query' },
  scope: 'application',
  summary: '流程实例查询',
  encoding: 'form',
  outcome: 'query',
  input: asked.extend({ sort: sortBy(instanceSorts), pageNo: pageNum, pageSize }),
  /** `latestOnly`: there are more than are looked through; only the {@link INSTANCES_LOOKED_AT} newest were. */
  output: z.object({ rows: z.array(processInstance), total, latestOnly: z.boolean() }),
});

/** All that fit, as a workbook. */
export const exportProcessInstances = defineOperation({
  id: 'processInstanceQuery.exportExcel',
  method: 'POST',
  path: '/system/processInstanceQuery/exportExcel',
  access: { permission: 'processInstanceQuery:exportExcel' },
  scope: 'application',
  summary: '导出流程实例',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: asked,
  output: z.unknown(),
});

/** Ends one wherever it waits, as not passed. Refuses APPROVAL_OWN, APPROVAL_NOT_IN_APPROVAL and what has moved on. */
export const terminateInstance = defineOperation({
  id: 'processInstanceQuery.terminate',
  method: 'POST',
  path: '/system/processInstanceQuery/terminate',
  access: { permission: 'processInstanceQuery:terminate' },
  scope: 'application',
  summary: '终止流程实例',
  dangerous: {
    why: '终止后申请按未通过结束，不能恢复',
    tells: ({ applyId: asked, reason }) => `申请 ${asked}：${reason}`,
  },
  encoding: 'form',
  failureText: '终止失败',
  input: z.object({
    commandId,
    applyId,
    revision: integer(),
    reason: z.string().trim().min(1, '必填').max(OPINION_MAX_LENGTH, OPINION_TOO_LONG),
  }),
  output: z.object({ applyId: z.string() }),
});

/** Approvers of the node to whom the office may hand it. */
export const instanceTargets = defineOperation({
  id: 'processInstanceQuery.transferTargets',
  method: 'GET',
  path: '/system/processInstanceQuery/transferTargets/{applyId}',
  access: { permission: 'processInstanceQuery:transfer' },
  scope: 'application',
  summary: '流程实例可转办的审批人',
  failureText: '查询失败',
  input: handingOver.subject,
  output: handingOver.targets,
});

/** The office hands it to one approver of the node, for those who are away. */
export const transferInstance = defineOperation({
  id: 'processInstanceQuery.transfer',
  method: 'POST',
  path: '/system/processInstanceQuery/transfer',
  access: { permission: 'processInstanceQuery:transfer' },
  scope: 'application',
  summary: '转办流程实例',
  encoding: 'form',
  failureText: '转办失败',
  input: handingOver.input,
  output: z.object({ applyId: z.string() }),
});

export const processInstanceOperations = [
  queryProcessInstances,
  exportProcessInstances,
  terminateInstance,
  instanceTargets,
  transferInstance,
] as const;
