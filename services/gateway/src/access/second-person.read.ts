import type { secondPersonSorts } from '@jwxt/contracts/access/second-person.operations.ts';
import {
  secondPersonStatus,
  secondPersonStatusNames,
  type SecondPersonItem,
} from '@jwxt/contracts/access/second-person.operations.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { yesNo, type YesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { SignedInCall } from '../kernel/handler.ts';
import { sortedOrder, byPinyin, type ListPage } from '../kernel/sorted-by.ts';
import { sqlParams } from '../kernel/sql-params.ts';

interface Raw {
  authId: string;
  operation: string;
  told: string;
  reason: string;
  fromUser: string;
  fromUserName: string;
  beginTime: Date;
  endTime: Date;
  toUser: string | null;
  toUserName: string;
  opinion: string;
  decidedTime: Date | null;
  authStatus: SecondPersonItem['authStatus'];
  n: number;
}

/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof secondPersonSorts)[number], string>> = {
  fromUserName: byPinyin('asked.from_name'),
  beginTime: 'asked.begin_time',
  toUserName: byPinyin('asked.to_name'),
};

/** One page of the own requests and of those that the caller holds the right for, the newest first. */
export async function readSecondPerson(
  { services, user, now }: Pick<SignedInCall, 'services' | 'user' | 'now'>,
  { waiting, pageNo, pageSize, sort }: { waiting?: YesNo | undefined } & ListPage<(typeof secondPersonSorts)[number]>,
): Promise<{ rows: SecondPersonItem[]; total: number }> {
  const params = sqlParams();
  const codes = [...new Set(user.roles.flatMap(({ permissions }) => [...permissions]))];
  const at = params.add(now);
  const open = `asked.auth_status = '0' and asked.end_time > ${at}`;
  const where = [
    `(asked.from_user = ${params.add(user.userName)} or asked.permission = any(${params.add(codes)}))`,
    ...(waiting === yesNo.yes ? [open] : []),
  ].join(' and ');
  const { rows } = await services.db.query<Raw>(
    `select asked.auth_id as "authId", asked.operation, asked.told, asked.reason, asked.from_user as "fromUser",
        asked.from_name as "fromUserName", asked.begin_time as "beginTime", asked.end_time as "endTime",
        asked.to_user as "toUser", coalesce(asked.to_name, '') as "toUserName",
        coalesce(asked.opinion, '') as opinion, asked.decided_at as "decidedTime",
        case when asked.auth_status = '1' and exists (select from base.applied_command applied
            where applied.command_id = asked.command_id) then '5'
          when asked.auth_status in ('0', '1') and asked.end_time <= ${at} then '2'
          else asked.auth_status end as "authStatus", count(*) over ()::int as n
      from base.second_person asked where ${where}
      order by ${sortedOrder(sort, sortExpressions, 'asked.begin_time desc, asked.auth_id')}
      limit ${params.add(pageSize)} offset ${params.add((pageNo - 1) * pageSize)}`,
    [...params.values],
  );
  return {
    rows: rows.map(({ n: _n, operation: id, toUser, beginTime, endTime, decidedTime, ...row }) => {
      const operation = services.handlers.get(id)?.operation;
      const isOwn = row.fromUser === user.userName;
      const isWaiting = row.authStatus === secondPersonStatus.waiting;
      return {
        ...row,
        operationName: operation?.summary ?? id,
        why: operation?.dangerous?.why ?? '',
        beginTime: toDateTimeText(beginTime),
        endTime: toDateTimeText(endTime),
        decidedTime: decidedTime && toDateTimeText(decidedTime),
        authStatusName: secondPersonStatusNames[row.authStatus],
        mayDecide:
          !isOwn && (isWaiting || (row.authStatus === secondPersonStatus.confirmed && toUser === user.userName)),
        mayWithdraw: isOwn && isWaiting,
      };
    }),
    total: rows[0]?.n ?? 0,
  };
}
