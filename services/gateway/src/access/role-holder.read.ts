import type { assignableSorts } from '@jwxt/contracts/access/role.operations.ts';
import { storedKindOf, type PersonKind } from '@jwxt/contracts/access/person-kind.vocabulary.ts';
import { periodStateOn, type PeriodState } from '@jwxt/contracts/access/role.rules.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { SortText } from '@jwxt/contracts/kernel/list-sort.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Principal } from '../kernel/principal.ts';
import { byPinyin, sortedOrder } from '../kernel/sorted-by.ts';
import { containing, sqlParams } from '../kernel/sql-params.ts';
import { accountScope, accountTables } from './account-scope.ts';

/** Whose eyes, and which page. */
export interface Asked {
  readonly user: Principal;
  readonly permission: PermissionCode | null;
  readonly now: Date;
  readonly pageNo: number;
  readonly pageSize: number;
}

interface Holding {
  userName: string;
  fromDate: string | null;
  toDate: string | null;
  grantedAt: Date | null;
  grantedBy: string;
}
/** A holder with what its tab shows of it. */
type Holder<Row> = Row &
  Omit<Holding, 'grantedAt'> & { readonly grantedAt: string | null; readonly state: PeriodState };

const granter = `coalesce((select giver.name from base.user_account giver
  where giver.user_name = held.granted_by), '')`;

/**
 * Who has a role, ended and coming periods included, of one kind of account. `columns` and what is looked for are the
 * caller's; `like` texts are found anywhere, `equal` ones are the whole value.
 */
export async function readHolders<Row extends object>(
  db: Queryable,
  jsbh: string,
  kind: PersonKind,
  columns: string,
  search: {
    readonly like?: Readonly<Record<string, string | undefined>>;
    readonly equal?: Readonly<Record<string, string | undefined>>;
  },
  { user, permission, now, pageNo, pageSize }: Asked,
  order: string,
): Promise<{ rows: Holder<Row>[]; total: number }> {
  const params = sqlParams();
  const conditions = [
    `held.jsbh = ${params.add(jsbh)}`,
    `account.kind = ${params.add(storedKindOf(kind))}`,
    accountScope(user, permission, params),
  ];
  for (const [column, text] of Object.entries(search.like ?? {}))
    if (text) conditions.push(`${column} ilike ${params.add(containing(text))}`);
  for (const [column, value] of Object.entries(search.equal ?? {}))
    if (value) conditions.push(`${column} = ${params.add(value)}`);
  const from = `from base.role_assignment held join ${accountTables} on true
    left join base.class_info on class_info.bjdm = student.bjdm
    left join base.grade_major on grade_major.njzydm = student.njzydm
    where account.user_name = held.user_name and ${conditions.join(' and ')}`;
  const [count, page] = await Promise.all([
    db.query<{ total: number }>(`select count(*)::int as total ${from}`, [...params.values]),
    db.query<Row & Holding>(
      `select held.user_name as "userName", held.from_date as "fromDate", held.to_date as "toDate",
          held.granted_at as "grantedAt", ${granter} as "grantedBy", ${columns} ${from}
        order by ${order} limit ${String(pageSize)} offset ${String((pageNo - 1) * pageSize)}`,
      [...params.values],
    ),
  ]);
  const today = toDateTimeText(now).slice(0, 10);
  return {
    total: count.rows[0]?.total ?? 0,
    rows: page.rows.map((row) => ({
      ...row,
      grantedAt: row.grantedAt && toDateTimeText(row.grantedAt),
      state: periodStateOn(row, today),
    })),
  };
}

/** How the holders of a role are ordered whose tab is sorted by these of its own, or by when and until when. */
export function holderOrder<K extends string>(
  sort: SortText<K | keyof typeof periodExpressions> | undefined,
  own: Readonly<Record<K, string>>,
): string {
  return sortedOrder<string>(sort, { ...own, ...periodExpressions }, 'account.user_name');
}
const periodExpressions = { fromDate: 'held.from_date', toDate: 'held.to_date', grantedAt: 'held.granted_at' };

/** What candidates are sorted by. */
const assignableExpressions: Readonly<Record<(typeof assignableSorts)[number], string>> = {
  userName: 'account.user_name',
  name: byPinyin('account.name'),
  businessCode: 'coalesce(teacher.ywbm, student.student_number)',
  departmentName: byPinyin('department.dwmc'),
};

/** Open accounts of a role's kind that do not hold it, within the person's reach, by name or number. */
export async function readAssignable(
  db: Queryable,
  { jsbh, keyword, dwh }: { jsbh: string; keyword?: string | undefined; dwh?: string | undefined },
  { user, permission, pageNo, pageSize }: Asked,
  sort: SortText<(typeof assignableSorts)[number]> | undefined,
): Promise<{
  rows: { userName: string; name: string; businessCode: string; departmentName: string }[];
  total: number;
}> {
  const params = sqlParams();
  const role = params.add(jsbh);
  const conditions = [
    `account.sfqy = '1'`,
    `account.kind = (select jslx from base.role where jsbh = ${role})`,
    `not exists (select from base.role_assignment held
      where held.user_name = account.user_name and held.jsbh = ${role})`,
    accountScope(user, permission, params),
  ];
  if (keyword) {
    const text = params.add(containing(keyword));
    conditions.push(
      `(account.name ilike ${text} or account.user_name ilike ${text} or teacher.ywbm ilike ${text}
        or student.student_number ilike ${text})`,
    );
  }
  if (dwh) conditions.push(`department.dwh = ${params.add(dwh)}`);
  const from = `from ${accountTables} where ${conditions.join(' and ')}`;
  const [count, page] = await Promise.all([
    db.query<{ total: number }>(`select count(*)::int as total ${from}`, [...params.values]),
    db.query<{ userName: string; name: string; businessCode: string; departmentName: string }>(
      `select account.user_name as "userName", account.name,
          coalesce(teacher.ywbm, student.student_number, '') as "businessCode",
          coalesce(department.dwmc, '') as "departmentName" ${from}
        order by ${sortedOrder(sort, assignableExpressions, 'account.user_name')}
        limit ${String(pageSize)} offset ${String((pageNo - 1) * pageSize)}`,
      [...params.values],
    ),
  ]);
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 };
}
