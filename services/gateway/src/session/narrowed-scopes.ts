import { ROOT_FUNCTION } from '@jwxt/contracts/kernel/function-tree.ts';
import type { DimensionValues } from '@jwxt/contracts/kernel/node-scopes.ts';
import type { Principal, RoleGrant } from '../kernel/principal.ts';
import { valuesOf } from '../kernel/scope.ts';

/**
 * A role's scopes within some units: at each node where something holds for it, and at the root, below which nothing
 * may hold otherwise. `person`: whose role it is.
 */
export function narrowedTo(person: Principal, { scopes }: RoleGrant, units: readonly string[]): RoleGrant['scopes'] {
  const root = scopes.get(ROOT_FUNCTION) ?? new Map();
  return new Map(
    [[ROOT_FUNCTION, root] as const, ...scopes].map(([node, scope]) => [node, withinUnits(person, scope, units)]),
  );
}

function withinUnits(person: Principal, scope: DimensionValues, units: readonly string[]): DimensionValues {
  const own = scope.get('DW');
  if (own === '$SELF') return scope;
  const allowed = own === undefined || own === '*' ? null : new Set(valuesOf(person, own));
  return new Map([...scope, ['DW', units.filter((unit) => allowed?.has(unit) ?? true).join(',')]]);
}
