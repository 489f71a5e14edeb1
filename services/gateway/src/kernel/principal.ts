import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
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
  readonly roles: readonly RoleGrant[];
  /** The own unit with all units below it (`$DW`). */
  readonly ownUnits: readonly string[];
  /** Classes led as class teacher (`$BJ`). */
  readonly ledClasses: readonly string[];
  /** Majors that a teacher is in charge of, or a student's own (`$ZY`). */
  readonly ownMajors: readonly string[];
  /** A student's own grade (`$NJ`). */
  readonly ownGrades: readonly string[];
}

/** The person's roles that have the code; none for a call without one. */
export function rolesWith(principal: Principal, permission: PermissionCode | null): readonly RoleGrant[] {
  return permission === null ? [] : principal.roles.filter((role) => role.permissions.has(permission));
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
