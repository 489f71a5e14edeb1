import type { DimensionValues } from '@jwxt/contracts/kernel/node-scopes.ts';
import type { Principal, RoleGrant } from '../kernel/principal.ts';
import { valuesOf } from '../kernel/scope.ts';
import { narrowedTo } from './narrowed-scopes.ts';

/** What somebody was handed of one role of another, by one act. */
export interface Lent {
  readonly roleCode: string;
  readonly permissions: readonly string[];
  /** Units with all units below them that narrow the giver's scope; null: nothing does. */
  readonly units: readonly string[] | null;
}

/**
 * The giver's roles as the receiver has them: only what was handed on, in the giver's scope. What macros stand for is
 * the giver's too; `$SELF` stays, and is judged by {@link RoleGrant.lentBy}, but not within units: what is one's own
 * belongs to no unit.
 */
export function lentRoles(giver: Principal, given: readonly Lent[]): RoleGrant[] {
  return given.flatMap(({ roleCode, permissions, units }) =>
    giver.roles
      .filter(({ code }) => code === roleCode)
      .map((role): RoleGrant => ({
        code: role.code,
        name: role.name,
        permissions: new Set(permissions),
        scopes: new Map(
          [...(units === null ? role.scopes : narrowedTo(giver, role, units))].map(([node, scope]) => [
            node,
            asCodes(giver, scope, units === null),
          ]),
        ),
        lentBy: giver,
      })),
  );
}

function asCodes(giver: Principal, scope: DimensionValues, keepsOwn: boolean): DimensionValues {
  return new Map(
    [...scope].map(([dimension, value]) => [
      dimension,
      value === '*' || (value === '$SELF' && keepsOwn) ? value : valuesOf(giver, value).join(','),
    ]),
  );
}
