import { MAX_DELEGATION_DAYS } from '@jwxt/contracts/approval/secondary-auth.operations.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { schoolTime } from '../../lib/format.ts';

/** What the form holds; times are school time. */
export type DelegationForm = {
  toUser: string | null;
  processNos: string[];
  beginTime: string | null;
  endTime: string | null;
  reason: string;
};

/** From now on; when it ends has to be said. */
export function newDelegation(): DelegationForm {
  return { toUser: null, processNos: [], beginTime: toDateTimeText(Date.now()), endTime: null, reason: '' };
}

/** What is wrong, by field; the server checks the same again. */
export function delegationProblems(
  { toUser, beginTime, endTime, reason }: DelegationForm,
  now = Date.now(),
): Partial<Record<keyof DelegationForm, string>> {
  const days =
    beginTime !== null && endTime !== null ? (schoolTime(endTime) - schoolTime(beginTime)) / 86_400_000 : null;
  return {
    ...(toUser === null ? { toUser: '必填' } : {}),
    ...(beginTime === null ? { beginTime: '必填' } : {}),
    ...(endTime === null
      ? { endTime: '必填' }
      : days !== null && (days <= 0 || schoolTime(endTime) <= now)
        ? { endTime: '结束时间应晚于开始时间和当前时间' }
        : days !== null && days > MAX_DELEGATION_DAYS
          ? { endTime: `代理期限最长 ${String(MAX_DELEGATION_DAYS)} 天` }
          : {}),
    ...(reason.trim() === '' ? { reason: '必填' } : {}),
  };
}
