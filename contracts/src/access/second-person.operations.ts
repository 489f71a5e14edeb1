import { z } from 'zod';
import { commandId, dateTimeText, pageNum, pageSize, total, yesNoFlag } from '../kernel/fields.ts';
import { sortBy } from '../kernel/list-sort.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';

/** What waits for a second person is over after so many hours. */
export const CONFIRM_WITHIN_HOURS = 24;

/** How a request stands. */
export const secondPersonStatus = {
  waiting: '0',
  confirmed: '1',
  over: '2',
  withdrawn: '3',
  refused: '4',
  done: '5',
} as const;
export type SecondPersonStatus = (typeof secondPersonStatus)[keyof typeof secondPersonStatus];
/** In words. */
export const secondPersonStatusNames: Readonly<Record<SecondPersonStatus, string>> = {
  [secondPersonStatus.waiting]: '待确认',
  [secondPersonStatus.confirmed]: '已确认，未执行',
  [secondPersonStatus.over]: '已过期',
  [secondPersonStatus.withdrawn]: '已撤回',
  [secondPersonStatus.refused]: '已拒绝',
  [secondPersonStatus.done]: '已执行',
};

const authId = z.string().min(1).max(80);
const reason = z.string().trim().min(1, '必填').max(200, '最多 200 个字符');

/** A dangerous operation that waits, or waited, for a second person. */
const secondPersonItem = z.object({
  authId,
  /** What it is, what it would do, and why it needs somebody else. */
  operationName: z.string(),
  told: z.string(),
  why: z.string(),
  reason: z.string(),
  fromUser: z.string(),
  fromUserName: z.string(),
  beginTime: dateTimeText,
  endTime: dateTimeText,
  toUserName: z.string(),
  opinion: z.string(),
  decidedTime: dateTimeText.nullable(),
  authStatus: z.enum(secondPersonStatus),
  authStatusName: z.string(),
  /** The caller may confirm or refuse it; once confirmed, carry it out again when that failed. */
  mayDecide: z.boolean(),
  mayWithdraw: z.boolean(),
});
export type SecondPersonItem = z.output<typeof secondPersonItem>;

/** What the list is sorted by. */
export const secondPersonSorts = ['fromUserName', 'beginTime', 'toUserName'] as const;

/** The own requests, and those of others that the caller holds the right for; the newest first. */
export const querySecondPerson = defineOperation({
  id: 'secondPerson.query',
  method: 'POST',
  path: '/system/secondaryAuth/confirm/query',
  access: { permission: 'secondaryAuth:query' },
  scope: noScope.school,
  summary: '高危操作确认',
  encoding: 'form',
  outcome: 'query',
  input: z.object({ waiting: yesNoFlag.optional(), sort: sortBy(secondPersonSorts), pageNo: pageNum, pageSize }),
  output: z.object({ rows: z.array(secondPersonItem), total }),
});

/**
 * Asks that somebody else confirms what the caller was refused with SECOND_PERSON_NEEDED: the operation, and the input
 * that it was called with.
 */
export const requestSecondPerson = defineOperation({
  id: 'secondPerson.ask',
  method: 'POST',
  path: '/system/secondaryAuth/confirm/create',
  access: { signedIn: '须有所申请操作的权限，按该操作的声明检查' },
  summary: '申请高危操作确认',
  encoding: 'json',
  failureText: '申请失败',
  input: z.object({
    commandId,
    operation: z.string().max(120),
    input: z.record(z.string(), z.unknown()),
    reason,
  }),
  output: z.object({ authId }),
});

/** Confirms it, which carries it out at once in the name of whoever asked, or refuses it. */
export const approveSecondPerson = defineOperation({
  id: 'secondPerson.approve',
  method: 'POST',
  path: '/system/secondaryAuth/confirm/approve',
  access: { permission: 'secondaryAuth:approve' },
  scope: noScope.school,
  summary: '确认高危操作',
  encoding: 'form',
  patience: 'long',
  input: z.object({
    commandId,
    authId,
    agreed: yesNoFlag,
    opinion: z.string().trim().max(200, '最多 200 个字符').default(''),
  }),
  output: z.object({ authId }),
});

export const revokeSecondPerson = defineOperation({
  id: 'secondPerson.withdraw',
  method: 'POST',
  path: '/system/secondaryAuth/confirm/revoke',
  access: { permission: 'secondaryAuth:query' },
  scope: noScope.own,
  summary: '撤回高危操作申请',
  encoding: 'form',
  input: z.object({ commandId, authId }),
  output: z.object({ authId }),
});

export const secondPersonOperations = [
  querySecondPerson,
  requestSecondPerson,
  approveSecondPerson,
  revokeSecondPerson,
] as const;
