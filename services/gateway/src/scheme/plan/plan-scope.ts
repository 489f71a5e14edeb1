import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Principal } from '../../kernel/principal.ts';
import { Refused } from '../../kernel/refused.ts';
import { scopeCondition, type ScopedRow } from '../../kernel/scope.ts';
import { containing, sqlParams } from '../../kernel/sql-params.ts';

/** Where the scope dimensions stand on a grade-major, as on the rows of its plan. */
export const gradeMajorScoped: ScopedRow = {
  target: 'resource',
  NJ: 'grade_major.njdm',
  DW: 'grade_major.dwh',
  ZY: 'grade_major.zydm',
  XSLB: 'grade_major.xslbdm',
};

/** Refuses what is about a grade-major that is not there, or outside the scope of who asks. */
export async function requireGradeMajors(
  db: Queryable,
  user: Principal,
  permission: PermissionCode | null,
  gradeMajorIds: readonly string[],
): Promise<void> {
  const params = sqlParams();
  const condition = scopeCondition(user, permission, gradeMajorScoped, params);
  const { rows } = await db.query<{ reached: boolean }>(
    `select (${condition}) is true as reached from base.grade_major where njzydm = any(${params.add(gradeMajorIds)})`,
    [...params.values],
  );
  if (rows.some(({ reached }) => !reached)) throw new Refused('OUT_OF_SCOPE');
  if (rows.length < new Set(gradeMajorIds).size) throw new Refused('PLAN_GRADE_MAJOR_GONE');
}

/** The same for the grade-majors of some rows of plans. */
export async function requirePlans(
  db: Queryable,
  user: Principal,
  permission: PermissionCode | null,
  keys: readonly string[],
): Promise<void> {
  const params = sqlParams();
  const condition = scopeCondition(user, permission, gradeMajorScoped, params);
  const { rowCount } = await db.query(
    `select from base.execution_plan plan join base.grade_major using (njzydm)
      where plan.execution_plan_id = any(${params.add(keys)}) and (${condition}) is not true limit 1`,
    [...params.values],
  );
  if (rowCount !== 0) throw new Refused('OUT_OF_SCOPE');
}

/** Grade-majors offered at a time. */
const OFFERED = 50;

/** Grade-majors in use and in scope, by any part of code or name, that of `code` first; the latest grades first. */
export async function listGradeMajors(
  db: Queryable,
  user: Principal,
  permission: PermissionCode | null,
  { keyword = '', code = '' }: { readonly keyword?: string; readonly code?: string },
): Promise<{ code: string; name: string; number: string }[]> {
  const params = sqlParams();
  const reach = scopeCondition(user, permission, gradeMajorScoped, params);
  const [text, known] = [params.add(containing(keyword)), params.add(code)];
  const { rows } = await db.query<{ code: string; name: string; number: string }>(
    `select njzydm as code, njzymc as name, njzydm as number from base.grade_major
      where ${reach} and (sfqy = '1' and (njzymc ilike ${text} or njzydm ilike ${text}) or njzydm = ${known})
      order by (njzydm = ${known}) desc, njdm desc, njzydm limit ${String(OFFERED)}`,
    [...params.values],
  );
  return rows;
}
