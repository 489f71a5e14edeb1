import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Principal } from '../../kernel/principal.ts';
import { scopeCondition, type ScopedRow } from '../../kernel/scope.ts';
import { sqlParams } from '../../kernel/sql-params.ts';

/** Scope of an administrative class that is joined with its grade-major. */
export const classScope: ScopedRow = {
  target: 'resource',
  NJ: 'class_info.njdm',
  XQ: 'class_info.xqdm',
  XSLB: 'grade_major.xslbdm',
  DW: 'class_info.dwh',
  ZY: 'class_info.zydm',
  XZB: 'class_info.bjdm',
};

/** Classes that can be chosen, with their grade-major: in use, not graduated. */
export const classesToChoose = {
  from: 'base.class_info join base.grade_major on grade_major.njzydm = class_info.njzydm',
  where: `class_info.sfqy = '1' and class_info.sfby = '0'`,
} as const;

/** Whether somebody may choose every one of these classes under a permission. */
export async function mayChooseClasses(
  db: Queryable,
  user: Principal,
  permission: PermissionCode,
  classes: readonly string[],
): Promise<boolean> {
  const params = sqlParams();
  const scope = scopeCondition(user, permission, classScope, params);
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from ${classesToChoose.from}
      where ${classesToChoose.where} and ${scope} and class_info.bjdm = any(${params.add([...classes])})`,
    [...params.values],
  );
  return rows[0]?.count === new Set(classes).size;
}
