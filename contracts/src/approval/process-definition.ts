import { z } from 'zod';
import { yesNo } from '../kernel/yes-no.ts';
import { approvalType } from './approval.vocabulary.ts';

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
  scopeRule: z.enum(['KKDW', 'XSDW', 'SQDW', 'XX', 'RKJS', 'JSDW']),
  conditions: z.array(nodeCondition).default([]),
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
  needRadio: z.enum(yesNo).optional(),
  factUseProcessCode: z.string().max(20).optional(),
  timeLimitDays: z.number().int().min(1, '应为 1 至 90 的整数').max(90, '应为 1 至 90 的整数').optional(),
  nodes: z.array(processNode).min(1, '至少一个审批节点').max(8),
});
export type ProcessDefinition = z.output<typeof processDefinition>;
