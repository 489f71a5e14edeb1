import { type Dimension, type Principal, type RoleGrant, rolesWith } from './principal.ts';
import { sqlParams, type SqlParams } from './sql-params.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';

/**
 * How the scope dimensions are found on a row: SQL expressions for the dimensions that the data has. A dimension that
 * is not named here does not apply to it; a row whose expression is null is hidden from everybody whom that dimension
 * restricts.
 */
export interface ScopedRow extends Partial<Record<Dimension, string>> {
  /** Condition under which the row belongs to the person (`$SELF`); absent when nobody owns such rows. */
  readonly own?: (principal: Principal, params: SqlParams) => string;
}

/**
 * The SQL condition for the rows that a person may see under a permission (domain model §4): roles OR, dimensions AND,
 * values OR. The same builder serves lists, details, exports and sockets. Gives `false` when no role has the
 * permission.
 */
export function scopeCondition(
  principal: Principal,
  permission: PermissionCode | null,
  row: ScopedRow,
  params: SqlParams,
): string {
  const roles = rolesWith(principal, permission);
  // Tried out first: a value that was added but not used would be an error of the statement.
  const outcomes = roles.map((role) => ({ role, condition: roleCondition(principal, role, row, sqlParams()) }));
  if (outcomes.some(({ condition }) => condition === 'true')) return 'true';
  const some = outcomes
    .filter(({ condition }) => condition !== 'false')
    .map(({ role }) => roleCondition(principal, role, row, params));
  return some.length === 0 ? 'false' : `(${some.join(' or ')})`;
}

/** Whether a role with the permission sees everything, whatever the row. */
export function seesEverything(principal: Principal, permission: PermissionCode | null): boolean {
  return rolesWith(principal, permission).some((role) => [...role.scope.values()].every((value) => value === '*'));
}

function roleCondition(principal: Principal, role: RoleGrant, row: ScopedRow, params: SqlParams): string {
  const parts: string[] = [];
  for (const [dimension, value] of role.scope) {
    const part = dimensionCondition(principal, dimension, value, row, params);
    if (part === 'false') return 'false';
    if (part !== 'true') parts.push(part);
  }
  if (parts.length === 0) return 'true';
  return parts.length === 1 ? parts.join('') : `(${parts.join(' and ')})`;
}

function dimensionCondition(
  principal: Principal,
  dimension: Dimension,
  value: string,
  row: ScopedRow,
  params: SqlParams,
): string {
  if (value === '*') return 'true';
  if (value === '$SELF') return row.own ? row.own(principal, params) : 'false';
  const column = row[dimension];
  if (column === undefined) return 'true';
  const allowed = valuesOf(principal, value);
  return allowed.length === 0 ? 'false' : `${column} = any(${params.add(allowed)})`;
}

/** The codes behind a scope value: a macro or a comma-joined list. */
export function valuesOf(principal: Principal, value: string): readonly string[] {
  switch (value) {
    case '$DW':
      return principal.ownUnits;
    case '$DWB':
      return principal.departmentId === null ? [] : [principal.departmentId];
    case '$BJ':
      return principal.ledClasses;
    default:
      return value
        .split(',')
        .map((code) => code.trim())
        .filter((code) => code !== '' && !code.startsWith('$'));
  }
}
