import type {
  PermissionTransfer,
  TransferFilter,
  transferSorts,
} from '@jwxt/contracts/access/permission-transfer.operations.ts';
import { authStatus, authStatusNames, type AuthStatus } from '@jwxt/contracts/approval/secondary-auth.state.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { permissions as allPermissions } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { mapped, selection, type Selection } from '../kernel/selection.ts';
import { mayDo, type Principal } from '../kernel/principal.ts';
import { sortedOrder, byPinyin, type ListPage } from '../kernel/sorted-by.ts';
import { containing, sqlParams, type SqlParams } from '../kernel/sql-params.ts';

/** Who asks, and when. */
interface Viewer {
  readonly user: Principal;
  readonly now: Date;
}

interface Raw {
  authId: string;
  fromUser: string;
  fromUserName: string;
  toUser: string;
  toUserName: string;
  permissions: string[];
  units: { code: string; name: string }[];
  beginTime: Date;
  endTime: Date;
  reason: string;
  authStatus: AuthStatus;
  held: string[];
  revokedTime: Date | null;
  revokedByName: string;
  revokeReason: string;
}

const names: ReadonlyMap<string, string> = new Map(allPermissions.map(({ code, name }) => [code, name]));
const nameOf = (code: string): string => names.get(code) ?? code;
/** Whoever may end the transfers of others sees them. */
const seesAll = (user: Principal): boolean => mayDo(user, 'secondaryAuth:revoke');

const from = `base.permission_transfer transfer
  join base.user_account giver on giver.user_name = transfer.from_user
  join base.user_account receiver on receiver.user_name = transfer.to_user`;
const statusAt = (now: string): string => `case when transfer.revoked_at is not null then '${authStatus.revoked}'
  when transfer.end_time <= ${now} then '${authStatus.ended}'
  when transfer.begin_time > ${now} then '${authStatus.upcoming}' else '${authStatus.inForce}' end`;
const columns = `transfer.auth_id as "authId", transfer.from_user as "fromUser", giver.name as "fromUserName",
  transfer.to_user as "toUser", receiver.name as "toUserName", transfer.permissions,
  (select coalesce(jsonb_agg(jsonb_build_object('code', unit.dwh, 'name', unit.dwmc) order by unit.dwh), '[]')
    from base.department unit where unit.dwh = any(transfer.units)) as units,
  transfer.begin_time as "beginTime", transfer.end_time as "endTime", transfer.reason,
  array(select distinct granted.qxbh from base.user_role held join base.role_permission granted using (jsbh)
    where held.user_name = transfer.from_user and giver.sfqy = '1'
      and (giver.valid_to is null or giver.valid_to >= base.school_day())
      and granted.qxbh = any(transfer.permissions)) as held,
  transfer.revoked_at as "revokedTime", coalesce(transfer.revoke_reason, '') as "revokeReason",
  coalesce((select name from base.user_account where user_name = transfer.revoked_by), '') as "revokedByName"`;

function conditionsOf(
  { person, authStatus: status }: TransferFilter,
  { user, now }: Viewer,
  params: SqlParams,
): string {
  const conditions = ['true'];
  if (!seesAll(user)) {
    const me = params.add(user.userName);
    conditions.push(`(transfer.from_user = ${me} or transfer.to_user = ${me})`);
  }
  if (person) {
    const part = params.add(containing(person));
    conditions.push(
      `(${['giver.user_name', 'giver.name', 'receiver.user_name', 'receiver.name']
        .map((column) => `${column} ilike ${part}`)
        .join(' or ')})`,
    );
  }
  if (status) conditions.push(`${statusAt(params.add(now))} = ${params.add(status)}`);
  return conditions.join(' and ');
}

const viewFor =
  (user: Principal) =>
  ({ permissions, held, beginTime, endTime, revokedTime, ...row }: Raw): PermissionTransfer => ({
    ...row,
    permissions: permissions.map((code) => ({ code, name: nameOf(code) })),
    lost: permissions.filter((code) => !held.includes(code)).map(nameOf),
    beginTime: toDateTimeText(beginTime),
    endTime: toDateTimeText(endTime),
    authStatusName: authStatusNames[row.authStatus],
    revokedTime: revokedTime && toDateTimeText(revokedTime),
    mayRevoke:
      (row.fromUser === user.userName || seesAll(user)) &&
      (row.authStatus === authStatus.upcoming || row.authStatus === authStatus.inForce),
  });

/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof transferSorts)[number], string>> = {
  fromUserName: byPinyin('giver.name'),
  toUserName: byPinyin('receiver.name'),
  beginTime: 'transfer.begin_time',
  endTime: 'transfer.end_time',
};

const order = 'transfer.created_at desc, transfer.auth_id';

/** One page of what somebody gave and was given, or of all; the newest first. */
export async function readTransfers(
  db: Queryable,
  { pageNo, pageSize, sort, ...filter }: TransferFilter & ListPage<(typeof transferSorts)[number]>,
  viewer: Viewer,
): Promise<{ rows: PermissionTransfer[]; total: number }> {
  const params = sqlParams();
  const where = conditionsOf(filter, viewer, params);
  const { rows } = await db.query<Raw & { n: number }>(
    `select ${columns}, ${statusAt(params.add(viewer.now))} as "authStatus", count(*) over ()::int as n
      from ${from} where ${where}
      order by ${sortedOrder(sort, sortExpressions, order)}
      limit ${params.add(pageSize)} offset ${params.add((pageNo - 1) * pageSize)}`,
    [...params.values],
  );
  const view = viewFor(viewer.user);
  return { rows: rows.map(({ n: _n, ...row }) => view(row)), total: rows[0]?.n ?? 0 };
}

/** All of them, for a workbook. */
export function exportedTransfers(filter: TransferFilter, viewer: Viewer): Selection<PermissionTransfer> {
  const params = sqlParams();
  const where = conditionsOf(filter, viewer, params);
  const status = statusAt(params.add(viewer.now));
  return mapped(
    selection<Raw>(
      `select ${columns}, ${status} as "authStatus" from ${from} where ${where} order by ${order}`,
      params.values,
    ),
    viewFor(viewer.user),
  );
}

/** Enabled staff but for one, by part of the name or the account. */
export async function readReceivers(
  db: Queryable,
  but: string,
  keyword: string,
): Promise<{ userName: string; name: string; departmentName: string | null }[]> {
  const { rows } = await db.query<{ userName: string; name: string; departmentName: string | null }>(
    `select account.user_name as "userName", account.name, unit.dwmc as "departmentName"
      from base.user_account account left join base.teacher on teacher.gh = account.gh
      left join base.department unit on unit.dwh = coalesce(teacher.dwh, account.department_id)
      where account.sfqy = '1' and account.kind <> 'student' and account.user_name <> $1
        and (account.name ilike $2 or account.user_name ilike $2)
      order by account.name, account.user_name limit 50`,
    [but, containing(keyword)],
  );
  return rows;
}
