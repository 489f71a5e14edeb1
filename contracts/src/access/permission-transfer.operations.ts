import { z } from 'zod';
import { authStatus } from '../approval/secondary-auth.state.ts';
import { commandId, dateTimeText, pageNum, pageSize, total } from '../kernel/fields.ts';
import { sortBy } from '../kernel/list-sort.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noScope, type OperationScope } from '../kernel/scope.vocabulary.ts';
import { transferTerms } from './permission-transfer.command.ts';

const scope: OperationScope = { none: '只涉及本人给出和得到的转授；能撤销他人转授的人看到全部' };
const named = z.object({ code: z.string(), name: z.string() });

/** Permissions that somebody has handed on, and how that stands. */
const permissionTransfer = z.object({
  authId: z.string(),
  fromUser: z.string(),
  fromUserName: z.string(),
  toUser: z.string(),
  toUserName: z.string(),
  permissions: z.array(named),
  /** Units that narrow the giver's scope; none: nothing does. */
  units: z.array(named),
  beginTime: dateTimeText,
  endTime: dateTimeText,
  reason: z.string(),
  authStatus: z.enum(authStatus),
  authStatusName: z.string(),
  /** Permissions of these that the giver no longer holds, so that nobody has them by this. */
  lost: z.array(z.string()),
  revokedTime: dateTimeText.nullable(),
  revokedByName: z.string(),
  revokeReason: z.string(),
  mayRevoke: z.boolean(),
});
export type PermissionTransfer = z.output<typeof permissionTransfer>;

const asked = z.object({
  /** Part of the account or the name of one of the two. */
  person: z.string().trim().max(60, '最多 60 个字符').optional(),
  authStatus: z.enum(authStatus).optional(),
});
export type TransferFilter = z.output<typeof asked>;

/** What the list is sorted by. */
export const transferSorts = ['fromUserName', 'toUserName', 'beginTime', 'endTime'] as const;

/** What the caller gave and was given; all of the school for who may end it. The newest first. */
export const queryPermissionTransfers = defineOperation({
  id: 'permissionTransfer.query',
  method: 'POST',
  path: '/system/secondaryAuth/transfer/query',
  access: { permission: 'secondaryAuth:queryTransfer' },
  scope,
  summary: '权限转授',
  encoding: 'form',
  outcome: 'query',
  input: asked.extend({ sort: sortBy(transferSorts), pageNo: pageNum, pageSize }),
  output: z.object({ rows: z.array(permissionTransfer), total }),
});

/** What the caller may hand on, and to whom. */
export const permissionTransferChoices = defineOperation({
  id: 'permissionTransfer.choices',
  method: 'GET',
  path: '/system/secondaryAuth/transfer/choices',
  access: { permission: 'secondaryAuth:create' },
  scope: noScope.own,
  summary: '可转授的权限与人员',
  outcome: 'query',
  input: z.object({ keyword: z.string().trim().max(60).default('') }),
  output: z.object({
    people: z.array(z.object({ userName: z.string(), name: z.string(), departmentName: z.string().nullable() })),
    permissions: z.array(named),
  }),
});

/** Only what the caller holds by a role of his own, for 90 days at most; it never reaches beyond his own scope. */
export const createPermissionTransfer = defineOperation({
  id: 'permissionTransfer.create',
  method: 'POST',
  path: '/system/secondaryAuth/transfer/create',
  access: { permission: 'secondaryAuth:create' },
  scope: { none: '被授权人的数据范围不超过授权人自己的' },
  summary: '转授权限',
  encoding: 'json',
  outcome: 'add',
  input: z.object({ commandId, ...transferTerms }),
  output: z.object({ authId: z.string() }),
});

export const endPermissionTransfer = defineOperation({
  id: 'permissionTransfer.revoke',
  method: 'POST',
  path: '/system/secondaryAuth/transfer/revoke',
  access: { permission: 'secondaryAuth:queryTransfer' },
  scope,
  summary: '撤销权限转授',
  encoding: 'form',
  input: z.object({
    commandId,
    authId: z.string().min(1).max(80),
    reason: z.string().trim().min(1, '请输入撤销原因').max(200, '最多 200 个字符'),
  }),
  output: z.object({ authId: z.string() }),
});

export const exportPermissionTransfers = defineOperation({
  id: 'permissionTransfer.exportExcel',
  method: 'POST',
  path: '/system/secondaryAuth/transfer/exportExcel',
  access: { permission: 'secondaryAuth:exportExcel' },
  scope,
  summary: '导出权限转授',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: asked,
  output: z.unknown(),
});

export const permissionTransferOperations = [
  queryPermissionTransfers,
  permissionTransferChoices,
  createPermissionTransfer,
  endPermissionTransfer,
  exportPermissionTransfers,
] as const;
