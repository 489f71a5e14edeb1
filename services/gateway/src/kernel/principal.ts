import type { Actor, OnBehalfOf } from '@jwxt/contracts/kernel/actor.ts';
import { scopeAt, type DimensionValues, type NodeScopes } from '@jwxt/contracts/kernel/node-scopes.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';

/**
 * One role that a person holds, with its permissions and its scope. Each role's scope holds only for that role's
 * permissions.
 */
export interface RoleGrant {
  readonly code: string;
  readonly name: string;
  readonly permissions: ReadonlySet<string>;
  /** By node of the tree of functions; {@link scopeOf} says what holds for a permission. */
  readonly scopes: NodeScopes;
  /** Who has handed the permissions on, whose scope it is: what is `$SELF` in it is the giver's. */
  readonly lentBy?: Principal;
}

/** A signed-in person with what they may do and see. */
export interface Principal {
  readonly userName: string;
  readonly name: string;
  readonly kind: string;
  readonly gh: string | null;
  readonly studentCode: string | null;
  readonly departmentId: string | null;
  readonly departmentName: string | null;
  /** The password was given by somebody else: it is changed before anything else is done. */
  readonly mustChangePassword?: boolean;
  /** Held by the person. */
  readonly roles: readonly RoleGrant[];
  /** Of others' roles what they have handed on to the person for a time (SYSADMIN-18); never what they were handed. */
  readonly lent: readonly RoleGrant[];
  /** By whose handed-on permission the person acts in this call; absent in the own right. */
  readonly onBehalfOf?: OnBehalfOf;
  /** The own unit with all units below it (`$DW`). */
  readonly ownUnits: readonly string[];
  /** Classes led as class teacher (`$BJ`). */
  readonly ledClasses: readonly string[];
  /** Majors that a teacher is in charge of, or a student's own (`$ZY`). */
  readonly ownMajors: readonly string[];
  /** A student's own grade (`$NJ`). */
  readonly ownGrades: readonly string[];
}

/** The person's roles, and what of others' was handed on, that have the code; none for a call without one. */
export function rolesWith(principal: Principal, permission: PermissionCode | null): readonly RoleGrant[] {
  return permission === null
    ? []
    : [...principal.roles, ...principal.lent].filter((role) => role.permissions.has(permission));
}

/** All codes that the person may act by. */
export function codesOf({ roles, lent }: Pick<Principal, 'roles' | 'lent'>): ReadonlySet<string> {
  return new Set([...roles, ...lent].flatMap(({ permissions }) => [...permissions]));
}

/** What holds for a permission of a role: `fwz` by dimension; a missing one does not restrict. */
export function scopeOf(role: Pick<RoleGrant, 'scopes'>, permission: PermissionCode): DimensionValues {
  return scopeAt(role.scopes, permission).values;
}

/** Whether any role of the person has the code. */
export function mayDo(principal: Principal, permission: PermissionCode | null): boolean {
  return rolesWith(principal, permission).length > 0;
}

/** The person as commands name them. */
export function actorOf(principal: Principal): Actor {
  const { userName, name, gh, studentCode, departmentId, departmentName, roles } = principal;
  return {
    userName,
    name,
    gh,
    studentCode,
    departmentId,
    departmentName,
    roleCodes: roles.map(({ code }) => code),
    roleNames: roles.map((role) => role.name),
  };
}
