import { z } from 'zod';
import { approve } from '../../approval/approval.operations.ts';
import { commandId, integer, pageNum, pageSize, total } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { majorSchemaKey } from './schema.command.ts';
import { querySchemas, schemaItem } from './schema.operations.ts';

const path = (action: string): `/${string}` => `/scheme/majorSchemaApproveOrManage/${action}`;
const { pageNo: _pageNo, pageSize: _pageSize, sort, ...filter } = querySchemas.input.shape;

/** Schemes that were sent for approval: what waits for the caller, or how they ended (SCHEME-25). */
export const querySchemaApprovals = defineOperation({
  id: 'majorSchemaApproveOrManage.query',
  method: 'POST',
  path: path('query'),
  access: { permission: 'majorSchemaApproveOrManage:query' },
  scope: 'resource',
  summary: '方案审批列表',
  encoding: 'form',
  outcome: 'query',
  input: z.object({ ...filter, sort, pageNo: pageNum, pageSize }),
  output: z.object({ rows: z.array(schemaItem), total, todo: total }),
});
/** Sends a scheme for approval; refused with the findings while a check of it fails (SCHEME-03). */
export const submitSchemaApproval = defineOperation({
  id: 'majorSchemaApproveOrManage.submitApproval',
  method: 'POST',
  path: path('submitApproval'),
  access: { permission: 'majorSchemaApproveOrManage:submitApproval' },
  scope: 'resource',
  summary: '方案提交审批',
  encoding: 'form',
  outcome: 'submitForApproval',
  input: z.object({ commandId, majorSchemaKey, revision: integer(0) }),
  output: z.object({ majorSchemaKey: z.string() }),
});
/** A decision on schemes (SCHEME-04): the same call as every approval has, for whoever may decide them. */
export const approveSchemas = defineOperation({
  id: 'majorSchemaApproveOrManage.doApprove',
  method: 'POST',
  path: path('doApprove'),
  access: { permission: 'system:approve' },
  scope: 'application',
  summary: '方案审批',
  encoding: 'json',
  outcome: 'approve',
  input: approve.input,
  output: approve.output,
});
/** Cancels a scheme that has passed, while no execution plan stands on it (SCHEME-05). */
export const cancelSchemaApproval = defineOperation({
  id: 'majorSchemaApproveOrManage.cancelApproval',
  method: 'POST',
  path: path('cancelApproval'),
  access: { permission: 'majorSchemaApproveOrManage:cancelApproval' },
  scope: 'resource',
  summary: '方案审批作废',
  encoding: 'form',
  outcome: 'operate',
  input: z.object({
    commandId,
    majorSchemaKey,
    reason: z.string().trim().min(1, '必填').max(200, '最多 200 个字符'),
  }),
  output: z.object({ majorSchemaKey: z.string() }),
});
export const exportSchemaApprovals = defineOperation({
  id: 'majorSchemaApproveOrManage.exportExcel',
  method: 'POST',
  path: path('exportExcel'),
  access: { permission: 'majorSchemaApproveOrManage:exportExcel' },
  scope: 'resource',
  summary: '方案审批导出',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: z.object(filter),
  output: z.unknown(),
});
