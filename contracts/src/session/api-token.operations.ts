import { z } from 'zod';
import { commandId, dateText, dateTimeText, pageNum, pageSize, total } from '../kernel/fields.ts';
import { sortBy } from '../kernel/list-sort.ts';
import { defineOperation } from '../kernel/operation.ts';
import { tokenState } from './program.vocabulary.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';

const tokenId = z.uuid('令牌编号格式不正确');
const reading = { permission: 'apiToken:query' } as const;

/** A token without what opens: who made it for whom, what it may do, whether it is used. */
export const apiToken = z.object({
  tokenId: z.string(),
  userName: z.string(),
  name: z.string(),
  owner: z.string(),
  ownerName: z.string(),
  permissions: z.array(z.object({ code: z.string(), name: z.string() })),
  units: z.array(z.object({ code: z.string(), name: z.string() })),
  addresses: z.array(z.string()),
  createdBy: z.string(),
  createdName: z.string(),
  createdTime: dateTimeText,
  expiresTime: dateTimeText,
  status: z.enum(tokenState),
  statusName: z.string(),
  revokedTime: dateTimeText.nullable(),
  revokeReason: z.string().nullable(),
  lastUsedTime: dateTimeText.nullable(),
  lastAddress: z.string().nullable(),
  /** How far it has read the changes: when it asked last, and from when the oldest is that it has not; null: never. */
  changes: z.object({ readTime: dateTimeText, copying: z.boolean(), behindSince: dateTimeText.nullable() }).nullable(),
});
export type ApiToken = z.output<typeof apiToken>;

/** What the list is sorted by. */
export const tokenSorts = ['name', 'userName', 'owner', 'createdName', 'expiresTime', 'lastUsedTime'] as const;

/** Tokens of programs, the newest first. */
export const queryApiTokens = defineOperation({
  id: 'apiToken.query',
  method: 'GET',
  path: '/system/apiToken/query',
  access: reading,
  scope: noScope.system,
  summary: '接口令牌',
  input: z.object({
    name: z.string().trim().max(60).optional(),
    status: z.enum(tokenState).optional(),
    sort: sortBy(tokenSorts),
    pageNum,
    pageSize,
  }),
  output: z.object({ list: z.array(apiToken), total }),
});

/** A single address, or a network such as `10.0.0.0/8`. */
const addressOrNetwork = z
  .string()
  .trim()
  .refine(
    (text) => [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()].some((kind) => kind.safeParse(text).success),
    '应为 IP 地址或网段，例如 10.1.2.3 或 10.1.0.0/16',
  );

/**
 * Makes a token. What it may do and see is part of what its creator may, now and at every call. The token itself is
 * answered this once.
 */
export const createApiToken = defineOperation({
  id: 'apiToken.create',
  method: 'POST',
  path: '/system/apiToken/create',
  access: { permission: 'apiToken:create' },
  scope: { none: '令牌的权限和数据范围不超过签发人自己的' },
  summary: '签发接口令牌',
  encoding: 'json',
  outcome: 'add',
  input: z.object({
    commandId,
    name: z.string().trim().min(1, '请输入程序名称').max(40, '最多 40 个字符'),
    owner: z.string().trim().min(1, '请输入责任人账号').max(64, '最多 64 个字符'),
    permissions: z.array(z.string().max(100)).min(1, '请选择权限').max(500, '最多 500 项权限'),
    units: z.array(z.string().max(20)).max(200, '最多 200 个单位').default([]),
    addresses: z.array(addressOrNetwork).max(50, '最多 50 个地址').default([]),
    /** The last day on which it is valid. */
    expiresOn: dateText,
  }),
  output: z.object({ tokenId: z.string(), token: z.string(), userName: z.string(), expiresTime: dateTimeText }),
});

/** Ends a token at once, for good. */
export const revokeApiToken = defineOperation({
  id: 'apiToken.revoke',
  method: 'POST',
  path: '/system/apiToken/revoke',
  access: { permission: 'apiToken:revoke' },
  scope: noScope.system,
  summary: '撤销接口令牌',
  encoding: 'form',
  input: z.object({
    commandId,
    tokenId,
    reason: z.string().trim().min(1, '请输入撤销原因').max(200, '最多 200 个字符'),
  }),
  output: z.object({ name: z.string() }),
});

/** One call of a program. */
export const apiCall = z.object({
  id: z.string(),
  time: dateTimeText,
  operation: z.string(),
  operationName: z.string(),
  clientAddress: z.string(),
  status: z.number().int(),
  milliseconds: z.number().int(),
  traceId: z.string(),
});
export type ApiCall = z.output<typeof apiCall>;

/** What calls are sorted by: when they came, which an index holds. There are as many as a program makes. */
export const callSorts = ['time'] as const;
/** What a program has called, the latest first. */
export const queryApiCalls = defineOperation({
  id: 'apiToken.calls',
  method: 'GET',
  path: '/system/apiToken/calls',
  access: reading,
  scope: noScope.system,
  summary: '接口令牌调用记录',
  input: z.object({ tokenId, sort: sortBy(callSorts), pageNum, pageSize }),
  output: z.object({ list: z.array(apiCall), total }),
});

export const apiTokenOperations = [queryApiTokens, createApiToken, revokeApiToken, queryApiCalls] as const;
