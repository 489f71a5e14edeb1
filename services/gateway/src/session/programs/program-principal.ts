import { type Principal, type RoleGrant } from '../../kernel/principal.ts';
import { narrowedTo } from '../narrowed-scopes.ts';

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
 * it, and nothing that others have handed on to the creator. It is neither teacher nor student, so nothing is its own.
 */
export function programPrincipal(creator: Principal, { userName, name, permissions, units }: ProgramGrant): Principal {
  const listed = new Set(permissions);
  const roles = creator.roles
    .map((role): RoleGrant => ({
      ...role,
      permissions: new Set([...role.permissions].filter((code) => listed.has(code))),
      scopes: units === null ? role.scopes : narrowedTo(creator, role, units),
    }))
    .filter((role) => role.permissions.size > 0);
  return { ...creator, userName, name, kind: 'program', gh: null, studentCode: null, roles, lent: [] };
}
