import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Principal } from '../kernel/principal.ts';
import { Refused } from '../kernel/refused.ts';
import { scopeCondition, type ScopedRow } from '../kernel/scope.ts';
import { sqlParams, type SqlParams } from '../kernel/sql-params.ts';

/** Accounts with the people behind them and their units. */
export const accountTables = `base.user_account account left join base.teacher on teacher.gh = account.gh
  left join base.student on student.student_code = account.student_code
  left join base.department on department.dwh = coalesce(teacher.dwh, student.dwh, account.department_id)`;

/** How an account is reached: by its person's unit, a student's by all dimensions. */
const scoped: ScopedRow = {
  target: 'account',
  DW: 'coalesce(teacher.dwh, student.dwh, account.department_id)',
  NJ: 'student.njdm',
  XQ: 'student.xqdm',
  XSLB: 'student.xslbdm',
  ZY: 'student.zydm',
  XZB: 'student.bjdm',
  own: ({ userName }: Principal, params: SqlParams) => `account.user_name = ${params.add(userName)}`,
};

/** The condition for the accounts that a person reaches under a permission. */
export function accountScope(user: Principal, permission: PermissionCode | null, params: SqlParams): string {
  return scopeCondition(user, permission, scoped, params);
}

/** Refuses accounts that are none, or out of the person's reach; a stranger to them cannot tell which. */
export async function requireAccounts(
  db: Queryable,
  user: Principal,
  permission: PermissionCode | null,
  userNames: readonly string[],
): Promise<void> {
  const params = sqlParams();
  const { rows } = await db.query<{ name: string }>(
    `select account.user_name as name from ${accountTables}
      where account.user_name = any(${params.add(userNames)}) and ${accountScope(user, permission, params)}`,
    [...params.values],
  );
  const found = new Set(rows.map(({ name }) => name));
  const missing = userNames.filter((name) => !found.has(name));
  if (missing.length > 0) throw new Refused('ACCOUNT_UNKNOWN', { names: missing.join('、') });
}
