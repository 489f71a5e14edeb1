import type { Dimension, ScopeTarget } from '@jwxt/contracts/kernel/scope.vocabulary.ts';
import type { DimensionValues } from '@jwxt/contracts/kernel/node-scopes.ts';
import { type Principal, rolesWith, scopeOf } from './principal.ts';
import { scopeAsked } from './scope-watch.ts';
import { sqlParams, type SqlParams } from './sql-params.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';

/**
 * How the scope dimensions are found on a row: SQL expressions for the dimensions that the data has. A dimension that
 * is not named here does not apply to it; a row whose expression is null is hidden from everybody whom that dimension
 * restricts.
 */
export interface ScopedRow extends Partial<Record<Dimension, string>> {
  /** What the rows are: operations declare by it what they are judged by. */
  readonly target: ScopeTarget;
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
  scopeAsked(principal, row.target, permission);
  const scopes = grantsOf(principal, permission);
  // Tried out first: a value that was added but not used would be an error of the statement.
  const outcomes = scopes.map(({ person, scope }) => ({
    person,
    scope,
    condition: roleCondition(person, scope, row, sqlParams()),
  }));
  if (outcomes.some(({ condition }) => condition === 'true')) return 'true';
  const some = outcomes
    .filter(({ condition }) => condition !== 'false')
    .map(({ person, scope }) => roleCondition(person, scope, row, params));
  return some.length === 0 ? 'false' : `(${some.join(' or ')})`;
}

/** What holds for a permission, by each role of the person that has it, and whose rows it is about. */
function grantsOf(principal: Principal, permission: PermissionCode | null) {
  return permission === null
    ? []
    : rolesWith(principal, permission).map((role) => ({
        person: role.lentBy ?? principal,
        scope: scopeOf(role, permission),
      }));
}

/** What holds for a permission, by each role of the person that has it. */
export function scopesOf(principal: Principal, permission: PermissionCode | null): readonly DimensionValues[] {
  return grantsOf(principal, permission).map(({ scope }) => scope);
}

/**
 * Whether a role with the permission sees everything, whatever the row. With a target this is all that a caller asks of
 * the scope of such rows.
 */
export function seesEverything(principal: Principal, permission: PermissionCode | null, target?: ScopeTarget): boolean {
  if (target !== undefined) scopeAsked(principal, target, permission);
  return scopesOf(principal, permission).some((scope) => [...scope.values()].every((value) => value === '*'));
}

function roleCondition(principal: Principal, scope: DimensionValues, row: ScopedRow, params: SqlParams): string {
  const parts: string[] = [];
  for (const [dimension, value] of scope) {
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
    case '$ZY':
      return principal.ownMajors;
    case '$NJ':
      return principal.ownGrades;
    default:
      return value
        .split(',')
        .map((code) => code.trim())
        .filter((code) => code !== '' && !code.startsWith('$'));
  }
}
