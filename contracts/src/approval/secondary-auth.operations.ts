import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { commandId, dateTimeText, pageNum, pageSize, plannedTime, total } from '../kernel/fields.ts';
import { sortBy } from '../kernel/list-sort.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';

/** Longest authorisation, in days. */
export const MAX_DELEGATION_DAYS = 90;

const period = { beginTime: plannedTime, endTime: plannedTime };
const request = {
  toUser: z.string().min(1, '必填').max(60),
  ...period,
  reason: z.string().trim().min(1, '必填').max(200, '最多 200 个字符'),
  /** Empty: all processes that the caller decides on. */
  processNos: z.array(z.string().max(20)).max(60).default([]),
};

/** Lets another approver decide in one's place for a time; times are school time. */
export const grantSecondaryAuth = defineCommand(
  'secondaryAuth.grant',
  z.object(request),
  z.object({ authId: z.string() }),
  { shownIn: ['secondary-auth'] },
);
/** Ends it before its time. */
export const revokeSecondaryAuth = defineCommand(
  'secondaryAuth.revoke',
  z.object({ authId: z.string().min(1) }),
  z.object({ authId: z.string() }),
  { shownIn: ['secondary-auth'] },
);

const delegationItem = z.object({
  authId: z.string(),
  fromUser: z.string(),
  fromUserName: z.string(),
  toUser: z.string(),
  toUserName: z.string(),
  toDepartmentName: z.string().nullable(),
  authType: z.string(),
  processNames: z.array(z.string()),
  beginTime: dateTimeText,
  endTime: dateTimeText,
  reason: z.string(),
  authStatus: z.string(),
  authStatusName: z.string(),
  /** `given` by the caller, or `received`. */
  direction: z.enum(['given', 'received']),
  mayRevoke: z.boolean(),
});
export type DelegationItem = z.output<typeof delegationItem>;

/** What the list is sorted by. */
export const delegationSorts = ['beginTime', 'endTime'] as const;

export const queryDelegations = defineOperation({
  id: 'delegation.query',
  method: 'POST',
  path: '/system/secondaryAuth/query',
  access: { permission: 'system:approve' },
  scope: noScope.own,
  summary: '本人给出和得到的审批代理',
  temporary: '只是查看',
  encoding: 'form',
  failureText: '查询失败',
  input: z.object({ sort: sortBy(delegationSorts), pageNo: pageNum, pageSize }),
  output: z.object({ rows: z.array(delegationItem), total }),
});

/** Whom the caller may authorise, and for which processes. */
export const delegationChoices = defineOperation({
  id: 'delegation.choices',
  method: 'GET',
  path: '/system/secondaryAuth/choices',
  access: { permission: 'system:approve' },
  scope: noScope.own,
  summary: '可选的代理人与流程',
  failureText: '查询失败',
  input: z.object({ keyword: z.string().trim().max(60).optional() }),
  output: z.object({
    people: z.array(z.object({ userName: z.string(), name: z.string(), departmentName: z.string().nullable() })),
    processes: z.array(z.object({ processNo: z.string(), processName: z.string() })),
  }),
});

export const createDelegation = defineOperation({
  id: 'delegation.create',
  method: 'POST',
  path: '/system/secondaryAuth/create',
  access: { permission: 'system:approve' },
  scope: noScope.own,
  summary: '设置审批代理',
  encoding: 'json',
  outcome: 'set',
  failureText: '设置失败',
  input: z.object({ commandId, ...request }),
  output: z.object({ authId: z.string() }),
});

export const revokeDelegation = defineOperation({
  id: 'delegation.revoke',
  method: 'POST',
  path: '/system/secondaryAuth/revoke',
  access: { permission: 'system:approve' },
  scope: noScope.own,
  summary: '提前结束审批代理',
  encoding: 'form',
  failureText: '操作失败',
  input: z.object({ commandId, authId: z.string().min(1, '数据丢失，请刷新后重试！').max(80) }),
  output: z.object({ authId: z.string() }),
});

export const delegationOperations = [queryDelegations, delegationChoices, createDelegation, revokeDelegation] as const;
