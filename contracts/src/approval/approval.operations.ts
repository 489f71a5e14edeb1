import { z } from 'zod';
import { commandId, dateTimeText, integer, pageNum, total } from '../kernel/fields.ts';
import { sortBy, sortParts, type SortText } from '../kernel/list-sort.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';
import { yesNo } from '../kernel/yes-no.ts';
import {
  APPROVAL_PAGE_SIZE,
  DEFAULT_TIME_SCOPE,
  OPINION_MAX_LENGTH,
  OPINION_TOO_LONG,
  approvalTab,
  type ApprovalTab,
  approvalType,
  nodeResult,
} from './approval.vocabulary.ts';

/** One application as lists show it (APPROVAL-16). All codes are text. */
export const approvalItem = z.object({
  applyId: z.string(),
  approvalProcessId: z.string(),
  approvalProcessName: z.string(),
  approvalProcessStatus: z.string(),
  approvalBusinessStatus: z.string(),
  approvalBusinessStatusName: z.string(),
  applyTime: dateTimeText,
  applicantName: z.string(),
  applicantDepartmentName: z.string().nullable(),
  existsFile: z.string(),
  existsApproveLine: z.string(),
  instanceId: z.string(),
  businessTable: z.string(),
  /** Page of ours that the category of its process names for the details (SYSADMIN-09); null: the program's own. */
  detailUrl: z.string().nullable(),
  businessFileTable: z.string().nullable(),
  factUseProcessCode: z.string().nullable(),
  applyContent: z.string(),
  needRadio: z.string(),
  isAllSchool: z.string().nullable(),
  scoreType: z.string().nullable(),
  /** Process code, e.g. `ZKCJSP`; `processNo` of the log and config calls. */
  processNo: z.string(),
  /** Key of the business object: `businessId` of the log call. */
  businessId: z.string(),
  teachingClassId: z.string().nullable(),
  /** One sentence to decide on. */
  title: z.string(),
  currentNodeId: z.string().nullable(),
  currentNodeName: z.string().nullable(),
  /** When the current node got it; null when ended. */
  waitingSince: dateTimeText.nullable(),
  round: z.number().int(),
  /** Stream revision: sent back with a decision. */
  revision: z.number().int(),
  /** Whether the caller may decide it now. */
  mayApprove: z.boolean(),
  /** Whether it may be decided together with others, as its version of the process says. */
  mayBatch: z.boolean(),
  /** Whether the caller may take it back now. */
  mayRecall: z.boolean(),
  /** Whom the caller stands in for (审批代理); null when it is the caller's own to-do. */
  onBehalfOfName: z.string().nullable(),
  /** To whom it was handed (转办); null when the whole queue decides. */
  assigneeName: z.string().nullable(),
  /** Whether the caller may hand it to another approver now. */
  mayTransfer: z.boolean(),
  /** Whether the caller may urge now, and when it was last urged. */
  mayUrge: z.boolean(),
  urgedTime: dateTimeText.nullable(),
  /** Days that the node may take; waiting longer is overdue. */
  timeLimitDays: z.number().int(),
  /** When the caller decided on it last, in a list of what the caller decided on. */
  decidedTime: dateTimeText.optional(),
});
export type ApprovalItem = z.output<typeof approvalItem>;

/** One row of the log (APPROVAL-53), oldest first. */
export const approvalLogRecord = z.object({
  processNodeId: z.string(),
  processNodeName: z.string(),
  /** 0 passed, 1 not passed, 2 rejected; null for a submission, a recall, a skipped or an open node. */
  processNodeResult: z.string().nullable(),
  processNodeResultName: z.string(),
  processNodeRemark: z.string(),
  processNodeExamineTime: dateTimeText.nullable(),
  auditPersonName: z.string(),
  auditPersonDepartmentName: z.string().nullable(),
  kind: z.enum([
    'submitted',
    'decided',
    'recalled',
    'skipped',
    'transferred',
    'urged',
    'overdue',
    'endorsed',
    'revoked',
    'clashed',
    'waiting',
  ]),
  round: z.number().int(),
});

/** What each tab of the approval centre is sorted by: the time that it goes by. */
const tabSorts = ['time'] as const;
/** What the approval centre is sorted by; all but the time only where a person's own decisions are listed. */
export const approvalSorts = [...tabSorts, 'applyTime', 'process', 'applicant', 'status'] as const;
export type ApprovalSort = SortText<(typeof approvalSorts)[number]>;

/** Whether a tab can be sorted so. */
export function sortsTab(tab: ApprovalTab, sort: ApprovalSort | undefined): boolean {
  const keys: readonly string[] = tab === approvalTab.decided ? approvalSorts : tabSorts;
  return sort === undefined || keys.includes(sortParts(sort).key);
}

export const queryApprovals = defineOperation({
  id: 'approval.query',
  method: 'POST',
  path: '/system/approval/query',
  access: { permission: 'systemApprove:query' },
  scope: 'application',
  summary: '审批列表：全部、待办、已办',
  encoding: 'form',
  outcome: 'query',
  input: z
    .object({
      pageNum,
      pageSize: integer(1, 200).default(APPROVAL_PAGE_SIZE),
      /** All, to-do or done (APPROVAL-02…04). */
      type: z.enum(approvalTab).default(approvalTab.all),
      approvalProcessStatus: z.string().max(2).optional(),
      approvalBusinessStatus: z.string().max(2).optional(),
      /** Whole days back; 0 everything (APPROVAL-05). */
      timeScopeValue: z.enum(['3', '7', '30', '90', '180', '0']).default(DEFAULT_TIME_SCOPE),
      /** Processes of this category; {@link NO_CATEGORY}: of none. */
      categoryId: z.string().max(64).optional(),
      processNo: z.string().max(20).optional(),
      keyword: z.string().trim().max(60).optional(),
      /** `time`: since when it waits, when it was decided, when it was applied for, as its tab has it. */
      sort: sortBy(approvalSorts),
    })
    .refine(({ type, sort }) => sortsTab(type, sort), { path: ['sort'], message: '只有已办可以这样排序' }),
  output: z.object({ list: z.array(approvalItem), total }),
});

/** Stands for processes that have no category. */
export const NO_CATEGORY = '-';

/** What the list is searched by: the categories in use with their processes, and those of none (SYSADMIN-08, 09). */
export const approvalCategories = defineOperation({
  id: 'approval.categories',
  method: 'GET',
  path: '/system/approval/categories',
  access: { permission: 'systemApprove:query' },
  scope: noScope.school,
  summary: '审批类别及其流程',
  outcome: 'query',
  input: z.object({}),
  output: z.object({
    list: z.array(
      z.object({
        categoryId: z.string(),
        categoryName: z.string(),
        processes: z.array(z.object({ processNo: z.string(), processName: z.string() })),
      }),
    ),
  }),
});

/**
 * What became of applications that a list showed and no longer shows. `revisions`: for each of them the revision that
 * it was shown with. What the caller may not see is left out.
 */
export const approvalFates = defineOperation({
  id: 'approval.fates',
  method: 'POST',
  path: '/system/approval/fates',
  access: { permission: 'systemApprove:query' },
  scope: 'application',
  summary: '列表中不再显示的申请去了哪里',
  encoding: 'json',
  outcome: 'query',
  input: z.object({
    revisions: z
      .record(z.string().min(1).max(64), z.number().int())
      .refine((shown) => Object.keys(shown).length <= 200, '一次最多查询 200 项'),
  }),
  output: z.object({
    list: z.array(
      z.object({
        /** As it stands now: it may wait for the caller still, on another page of the list. */
        item: approvalItem,
        /** The first step since then that took it from where it waited; null when there was none. */
        step: z
          .object({
            kind: z.enum(['decided', 'transferred', 'recalled']),
            own: z.boolean(),
            personName: z.string(),
            resultName: z.string(),
          })
          .nullable(),
      }),
    ),
  }),
});

export const approvalDetail = defineOperation({
  id: 'approval.detail',
  method: 'GET',
  path: '/system/approval/detail/{applyId}',
  access: { permission: 'systemApprove:query' },
  scope: 'application',
  summary: '申请详情',
  outcome: 'query',
  input: z.object({ applyId: z.string().min(1, '数据丢失，请刷新后重试！') }),
  output: z.object({
    ...approvalItem.shape,
    differences: z.array(
      z.object({
        studentNumber: z.string(),
        studentName: z.string(),
        itemName: z.string(),
        before: z.string(),
        after: z.string(),
        totalBefore: z.string(),
        totalAfter: z.string(),
      }),
    ),
    /** The way so far and ahead, for the progress panel; same records as the log plus the open and the coming nodes. */
    progress: z.array(approvalLogRecord),
    approvalType: z.enum(approvalType),
    contentHash: z.string(),
    /** Nodes in order, the applicant first: what may be returned to is before the current one. */
    nodes: z.array(
      z.object({
        processNodeId: z.string(),
        processNodeName: z.string(),
        state: z.enum(['done', 'current', 'ahead', 'skipped']),
      }),
    ),
  }),
});

export const approvalLog = defineOperation({
  id: 'approval.log',
  method: 'GET',
  path: '/system/approval/log',
  access: { permission: 'systemApprove:query' },
  scope: 'application',
  summary: '审批日志',
  outcome: 'query',
  input: z.object({ businessId: z.string().min(1, '传参错误'), processNo: z.string().min(1, '传参错误') }),
  output: z.object({ list: z.array(approvalLogRecord) }),
});

/** `status` of {@link approvalConfig}; `refused` comes with a message. */
export const configStatus = { ready: '0', refused: '1' } as const;
/** Approval type and the nodes that may be returned to (APPROVAL-78, 79). */
export const approvalConfig = defineOperation({
  id: 'approval.config',
  method: 'GET',
  path: '/system/approval/config',
  access: { permission: 'systemApprove:query' },
  scope: noScope.school,
  summary: '审批配置：类型与可驳回节点',
  outcome: 'query',
  input: z.object({
    processNo: z.string().optional(),
    businessIds: z.string().optional(),
    instanceIds: z.string().optional(),
  }),
  output: z.object({
    status: z.string(),
    message: z.string(),
    approvalType: z.string(),
    nodes: z.array(z.object({ processNodeId: z.string(), processNodeName: z.string() })),
  }),
});

/** Ids as a list, or comma-joined as forms send them. */
const idList = z.union([
  z.array(z.string()),
  z.string().transform((text) => text.split(',').filter((id) => id !== '')),
]);

/**
 * Decides one or several applications, each on its own (APPROVAL-71). Alternate names of other processes are accepted
 * (APPROVAL-83). `revisions` names for each key the revision that the screen showed; a key without one is refused,
 * because nobody decides unseen content.
 */
export const approve = defineOperation({
  id: 'approval.approve',
  method: 'POST',
  path: '/system/approval/approve',
  access: { permission: 'system:approve' },
  scope: 'application',
  summary: '审批：通过、不通过、驳回',
  encoding: 'json',
  outcome: 'approve',
  input: z.object({
    commandId: commandId.optional(),
    approvalStatus: z.enum(nodeResult, '必填').optional(),
    processNodeResult: z.enum(nodeResult).optional(),
    approvalState: z.enum(nodeResult).optional(),
    approvalOpinion: z.string().max(OPINION_MAX_LENGTH, OPINION_TOO_LONG).optional(),
    processNodeRemark: z.string().max(OPINION_MAX_LENGTH, OPINION_TOO_LONG).optional(),
    backNode: z.string().optional(),
    approvalNode: z.string().optional(),
    processId: z.string().optional(),
    keyList: idList.default([]),
    instanceIds: idList.optional(),
    isAllSchool: z.enum(yesNo).optional(),
    adjustCourseApprove: z.enum(yesNo).optional(),
    revisions: z.record(z.string(), z.number().int()).default({}),
  }),
  output: z.object({
    results: z.record(z.string(), z.object({ code: z.string(), message: z.string(), data: z.unknown().optional() })),
  }),
});

export const recallApproval = defineOperation({
  id: 'approval.recall',
  method: 'POST',
  path: '/system/approval/recall',
  access: { permission: 'systemApprove:query' },
  scope: noScope.own,
  summary: '撤回本人申请',
  encoding: 'form',
  outcome: 'withdraw',
  input: z.object({ commandId, applyId: z.string().min(1, '数据丢失，请刷新后重试！') }),
  output: z.object({ applyId: z.string(), approvalBusinessStatus: z.string() }),
});

export const approvalCounts = defineOperation({
  id: 'approval.counts',
  method: 'GET',
  path: '/system/approval/counts',
  access: { permission: 'systemApprove:query' },
  scope: 'application',
  summary: '审批数量：待办、我申请的、已办',
  outcome: 'query',
  input: z.object({}),
  output: z.object({
    todo: z.number().int(),
    applied: z.number().int(),
    done: z.number().int(),
    /** To-dos waiting over three whole days, new today, decided today; and the oldest to-do. */
    overdue: z.number().int(),
    today: z.number().int(),
    doneToday: z.number().int(),
    /** Of the to-dos, those of each process that has some: a waiting make-up class is seen among many others. */
    byProcess: z.array(z.object({ processNo: z.string(), processName: z.string(), n: z.number().int() })),
    oldest: approvalItem.nullable(),
  }),
});

/** What handing an application over says and answers, whether an approver or the office does it. */
export const handingOver = {
  subject: z.object({ applyId: z.string().min(1, '数据丢失，请刷新后重试！').max(80) }),
  targets: z.object({
    list: z.array(z.object({ userName: z.string(), name: z.string(), departmentName: z.string().nullable() })),
  }),
  input: z.object({
    commandId,
    applyId: z.string().min(1, '数据丢失，请刷新后重试！').max(80),
    revision: integer(),
    toUser: z.string().min(1, '必填').max(60),
    reason: z.string().trim().min(1, '必填').max(OPINION_MAX_LENGTH, OPINION_TOO_LONG),
  }),
};

/** Approvers to whom an application may be handed: of the same node, and not those who applied for or entered it. */
export const transferTargets = defineOperation({
  id: 'approval.transferTargets',
  method: 'GET',
  path: '/system/approval/transferTargets/{applyId}',
  access: { permission: 'system:approve' },
  scope: 'application',
  summary: '可转办的审批人',
  failureText: '查询失败',
  input: handingOver.subject,
  output: handingOver.targets,
});

export const transferApproval = defineOperation({
  id: 'approval.transfer',
  method: 'POST',
  path: '/system/approval/transfer',
  access: { permission: 'system:approve' },
  scope: 'application',
  summary: '转办给同一节点的其他审批人',
  encoding: 'form',
  failureText: '转办失败',
  input: handingOver.input,
  output: z.object({ applyId: z.string() }),
});

/** Once a day for each application, by the applicant, or by those who see every application. */
export const urgeApproval = defineOperation({
  id: 'approval.urge',
  method: 'POST',
  path: '/system/approval/urge',
  access: { permission: 'systemApprove:query' },
  scope: 'application',
  summary: '催办',
  encoding: 'form',
  failureText: '催办失败',
  input: z.object({
    commandId,
    applyId: z.string().min(1, '数据丢失，请刷新后重试！').max(80),
    remark: z.string().trim().max(OPINION_MAX_LENGTH, OPINION_TOO_LONG).default(''),
  }),
  output: z.object({ applyId: z.string() }),
});

export const approvalOperations = [
  queryApprovals,
  approvalCategories,
  approvalFates,
  approvalDetail,
  approvalLog,
  approvalConfig,
  approve,
  recallApproval,
  approvalCounts,
  transferTargets,
  transferApproval,
  urgeApproval,
] as const;
