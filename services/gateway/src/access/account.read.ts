import { accountStatuses, type AccountStatus } from '@jwxt/contracts/access/account.vocabulary.ts';
import type { accountSorts, AccountView } from '@jwxt/contracts/access/account.operations.ts';
import type { SortText } from '@jwxt/contracts/kernel/list-sort.ts';
import {
  personKindOf,
  personKinds,
  storedKindOf,
  type PersonKind,
} from '@jwxt/contracts/access/person-kind.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { YesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Principal } from '../kernel/principal.ts';
import { mapped, selection, type Selection } from '../kernel/selection.ts';
import { byPinyin, sortedOrder } from '../kernel/sorted-by.ts';
import { containing, sqlParams, type SqlParams } from '../kernel/sql-params.ts';
import { LOCK_AFTER, lockedSince } from '../session/login-guard.ts';
import { accountScope, accountTables } from './account-scope.ts';

/** What lists of accounts are asked for. */
export interface AccountFilter {
  readonly userName?: string | undefined;
  readonly name?: string | undefined;
  readonly userType?: PersonKind | undefined;
  readonly businessCode?: string | undefined;
  readonly departmentId?: string | undefined;
  readonly jsbh?: string | undefined;
  readonly accountStatus?: AccountStatus | undefined;
}
type AccountSort = (typeof accountSorts)[number];

/** Whose eyes, under which permission, and when. */
export interface Viewer {
  readonly user: Principal;
  readonly permission: PermissionCode | null;
  readonly now: Date;
}

interface Raw {
  userName: string;
  name: string;
  kind: string;
  businessCode: string;
  departmentName: string;
  roleCodes: string[];
  roleNames: string[];
  lentBy: string[];
  accountStatus: AccountStatus;
  ssoBound: YesNo;
  pwdMustChange: YesNo;
  mfaEnabled: YesNo;
  validTo: string | null;
  lastLoginTime: Date | null;
}

const statusAt = (since: string): string => `case
  when account.sfqy <> '1' or account.valid_to < base.school_day() then '0'
  when exists (select from gateway.login_failure failure where failure.user_name = account.user_name
    and failure.at > ${since} and failure.client_address not like 'session %'
    group by failure.client_address having count(*) >= ${String(LOCK_AFTER)}) then '2' else '1' end`;
const columns = `account.user_name as "userName", account.name, account.kind,
  coalesce(teacher.ywbm, student.student_number, '') as "businessCode",
  coalesce(department.dwmc, '') as "departmentName",
  array(select held.jsbh from base.user_role held where held.user_name = account.user_name order by 1) as "roleCodes",
  array(select role.jsmc from base.user_role held join base.role using (jsbh)
    where held.user_name = account.user_name order by role.jsbh) as "roleNames",
  array(select distinct lent.from_name from base.lent_permission lent
    where lent.to_user = account.user_name order by 1) as "lentBy",
  case when account.password_hash is null then '1' else '0' end as "ssoBound",
  case when exists (select from gateway.second_factor factor where factor.user_name = account.user_name)
    then '1' else '0' end as "mfaEnabled",
  account.pwd_must_change as "pwdMustChange", account.valid_to as "validTo",
  (select max(session.created_at) from gateway.session
    where session.user_name = account.user_name and session.second_step is null) as "lastLoginTime"`;

function conditionsOf(filter: AccountFilter, { user, permission, now }: Viewer, params: SqlParams): string {
  const conditions = [accountScope(user, permission, params)];
  const like = (column: string, text: string | undefined): void => {
    if (text) conditions.push(`${column} ilike ${params.add(containing(text))}`);
  };
  like('account.user_name', filter.userName);
  like('account.name', filter.name);
  like(`coalesce(teacher.ywbm, student.student_number)`, filter.businessCode);
  if (filter.userType) conditions.push(`account.kind = ${params.add(storedKindOf(filter.userType))}`);
  if (filter.departmentId) conditions.push(`department.dwh = ${params.add(filter.departmentId)}`);
  if (filter.jsbh)
    conditions.push(
      `exists (select from base.user_role held
        where held.user_name = account.user_name and held.jsbh = ${params.add(filter.jsbh)})`,
    );
  if (filter.accountStatus)
    conditions.push(`${statusAt(params.add(lockedSince(now)))} = ${params.add(filter.accountStatus)}`);
  return conditions.join(' and ');
}

const view = ({ kind, lastLoginTime, ...row }: Raw): AccountView => ({
  ...row,
  userType: personKindOf(kind),
  userTypeName: personKinds[personKindOf(kind)],
  accountStatusName: accountStatuses[row.accountStatus],
  lastLoginTime: lastLoginTime && toDateTimeText(lastLoginTime),
});

/** What accounts are sorted by. */
const sortExpressions: Readonly<Record<AccountSort, string>> = {
  userName: 'account.user_name',
  name: byPinyin('account.name'),
  userType: 'account.kind',
  businessCode: `coalesce(teacher.ywbm, student.student_number)`,
  departmentName: byPinyin('department.dwmc'),
  validTo: 'account.valid_to',
  lastLoginTime: '"lastLoginTime"',
};

/** One page of the accounts that a person reaches, by name unless they are sorted otherwise. */
export async function readAccounts(
  db: Queryable,
  {
    sort,
    ...filter
  }: AccountFilter & {
    readonly pageNo: number;
    readonly pageSize: number;
    readonly sort?: SortText<AccountSort> | undefined;
  },
  viewer: Viewer,
): Promise<{ rows: AccountView[]; total: number }> {
  const params = sqlParams();
  const where = conditionsOf(filter, viewer, params);
  const count = await db.query<{ total: number }>(
    `select count(*)::int as total from ${accountTables} where ${where}`,
    [...params.values],
  );
  const status = statusAt(params.add(lockedSince(viewer.now)));
  const { rows } = await db.query<Raw>(
    `select ${columns}, ${status} as "accountStatus" from ${accountTables} where ${where}
      order by ${sortedOrder(sort, sortExpressions, 'account.user_name')} limit ${String(filter.pageSize)}
      offset ${String((filter.pageNo - 1) * filter.pageSize)}`,
    [...params.values],
  );
  return { rows: rows.map(view), total: count.rows[0]?.total ?? 0 };
}

/** All of them, for a workbook. */
export function exportedAccounts(filter: AccountFilter, viewer: Viewer): Selection<AccountView> {
  const params = sqlParams();
  const where = conditionsOf(filter, viewer, params);
  const status = statusAt(params.add(lockedSince(viewer.now)));
  return mapped(
    selection<Raw>(
      `select ${columns}, ${status} as "accountStatus" from ${accountTables} where ${where} order by account.user_name`,
      params.values,
    ),
    view,
  );
}

/** One account with what is kept of it; null when there is none within the person's reach. */
export async function readAccount(
  db: Queryable,
  userName: string,
  viewer: Viewer,
): Promise<
  | (AccountView & {
      departmentId: string;
      mobile: string;
      email: string;
      failCount: number;
      version: string;
    })
  | null
> {
  const params = sqlParams();
  const since = params.add(lockedSince(viewer.now));
  const { rows } = await db.query<
    Raw & { departmentId: string; mobile: string; email: string; failCount: number; version: string }
  >(
    `select ${columns}, ${statusAt(since)} as "accountStatus", coalesce(department.dwh, '') as "departmentId",
        coalesce(account.mobile, '') as mobile, coalesce(account.email, '') as email, account.xmin::text as version,
        (select count(*)::int from gateway.login_failure failure
          where failure.user_name = account.user_name and failure.at > ${since}) as "failCount"
      from ${accountTables} where account.user_name = ${params.add(userName)}
        and ${accountScope(viewer.user, viewer.permission, params)}`,
    [...params.values],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { departmentId, mobile, email, failCount, version, ...raw } = row;
  return { ...view(raw), departmentId, mobile, email, failCount, version };
}
