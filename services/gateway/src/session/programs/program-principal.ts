import { ROOT_FUNCTION } from '@jwxt/contracts/kernel/function-tree.ts';
import type { DimensionValues } from '@jwxt/contracts/kernel/node-scopes.ts';
import { type Principal, type RoleGrant } from '../../kernel/principal.ts';
import { valuesOf } from '../../kernel/scope.ts';

/** What a token says of its program. */
export interface ProgramGrant {
  readonly userName: string;
  readonly name: string;
  readonly permissions: readonly string[];
  /** Units with all units below them that narrow the scope; null: nothing does. */
  readonly units: readonly string[] | null;
}

/**
 * A program as admission, handlers and commands see it: what its creator may do and see now, as far as the token lists
 * it. It is neither teacher nor student, so nothing is its own.
 */
export function programPrincipal(creator: Principal, { userName, name, permissions, units }: ProgramGrant): Principal {
  const listed = new Set(permissions);
  const roles = creator.roles
    .map((role): RoleGrant => ({
      ...role,
      permissions: new Set([...role.permissions].filter((code) => listed.has(code))),
      scopes: units === null ? role.scopes : narrowed(creator, role, units),
    }))
    .filter((role) => role.permissions.size > 0);
  return { ...creator, userName, name, kind: 'program', gh: null, studentCode: null, roles };
}

/** At each node where something holds for the role, and at the root, below which nothing may hold otherwise. */
function narrowed(creator: Principal, { scopes }: RoleGrant, units: readonly string[]): RoleGrant['scopes'] {
  const root = scopes.get(ROOT_FUNCTION) ?? new Map();
  return new Map(
    [[ROOT_FUNCTION, root] as const, ...scopes].map(([node, scope]) => [node, withinUnits(creator, scope, units)]),
  );
}

function withinUnits(creator: Principal, scope: DimensionValues, units: readonly string[]): DimensionValues {
  const own = scope.get('DW');
  if (own === '$SELF') return scope;
  const allowed = own === undefined || own === '*' ? null : new Set(valuesOf(creator, own));
  return new Map([...scope, ['DW', units.filter((unit) => allowed?.has(unit) ?? true).join(',')]]);
}
