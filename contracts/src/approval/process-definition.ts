import { z } from 'zod';
import { yesNo } from '../kernel/yes-no.ts';
import {
  APPLICANT_NODE,
  APPLICANT_NODE_NAME,
  approvalType,
  nodeMode,
  timeoutAction,
  type ApprovalType,
} from './approval.vocabulary.ts';

/**
 * When a node is asked at all: any condition that holds is enough. Fields are figures of the content, numbers in the
 * unit named there.
 */
export const nodeCondition = z.object({
  /**
   * E.g. `failRate`, `excellentRate` (tenths of a per cent), `hasRemark`, `maxChange` (hundredths), `failToPass`,
   * `byStudent`.
   */
  field: z.string(),
  operator: z.enum(['>', '>=', '=', 'includes']),
  value: z.union([z.number(), z.string(), z.boolean()]),
  /** Chinese, shown in the log when the node is passed over. */
  text: z.string(),
});
export type NodeCondition = z.output<typeof nodeCondition>;

/**
 * One node of a process definition (domain-model-score §6): data that an administrator edits, published as versions
 * (C7).
 */
export const processNode = z.object({
  processNodeId: z.string().min(1),
  processNodeName: z.string().min(1, '必填').max(20),
  roleCode: z.string().min(1),
  scopeRule: z.enum(['KKDW', 'XSDW', 'SQDW', 'XX', 'RKJS', 'JSDW', 'XZB']),
  conditions: z.array(nodeCondition).default([]),
  /** 审批方式: whether all of its approvers must pass; absent: any one. Read from the version (decision 059). */
  nodeMode: z.enum(nodeMode).optional(),
  /** 可驳回到: nodes before it, `'0'` the applicant, to which it may be sent back from here; absent: all of them. */
  canReject: z.array(z.string().min(1)).max(9).optional(),
  /** 抄送: roles whose holders in the node's unit hear that it passed here, and how it ended. */
  ccRoles: z.array(z.string().min(1)).max(8).optional(),
});
export type ProcessNode = z.output<typeof processNode>;
/** One version of a process. */
export const processDefinition = z.object({
  processNo: z.string().min(1),
  processName: z.string().min(1, '必填').max(40),
  approvalType: z.enum(approvalType),
  recallAllowed: z.boolean(),
  /** See the process snapshot of applications, which copies these. */
  transferAllowed: z.boolean().optional(),
  /** 可批量: several applications are decided with one press; absent: yes. Read from the version (decision 057). */
  batchAllowed: z.boolean().optional(),
  needRadio: z.enum(yesNo).optional(),
  factUseProcessCode: z.string().max(20).optional(),
  timeLimitDays: z.number().int().min(1, '应为 1 至 90 的整数').max(90, '应为 1 至 90 的整数').optional(),
  /** 超时处理: who is told once a node takes longer; absent: nobody. Read from the version (decision 059). */
  timeoutAction: z.enum(timeoutAction).optional(),
  nodes: z.array(processNode).min(1, '至少一个审批节点').max(8),
});
export type ProcessDefinition = z.output<typeof processDefinition>;

/** A node that may be sent back to. */
export type BackNode = Pick<ProcessNode, 'processNodeId' | 'processNodeName'>;

/** The applicant and the nodes before one: where it may be sent back to from there, unless it says less. */
export function nodesBefore(nodes: readonly BackNode[], processNodeId: string): BackNode[] {
  const at = nodes.findIndex((node) => node.processNodeId === processNodeId);
  return [
    { processNodeId: APPLICANT_NODE, processNodeName: APPLICANT_NODE_NAME },
    ...nodes
      .slice(0, Math.max(at, 0))
      .map(({ processNodeId: id, processNodeName }) => ({ processNodeId: id, processNodeName })),
  ];
}

/** Where a node may send back to; nowhere in a process that only passes or does not pass. */
export function backNodesOf(
  process: { readonly approvalType: ApprovalType; readonly nodes: readonly BackNode[] },
  { processNodeId, canReject }: Pick<ProcessNode, 'processNodeId' | 'canReject'>,
): BackNode[] {
  return process.approvalType === approvalType.rejecting
    ? nodesBefore(process.nodes, processNodeId).filter((before) => canReject?.includes(before.processNodeId) ?? true)
    : [];
}
