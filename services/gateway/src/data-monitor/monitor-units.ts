import { mayDo, type Principal } from '../kernel/principal.ts';
import { valuesOf } from '../kernel/scope.ts';

/**
 * Units whose wrong rows a person sees and cleans under a permission: null for all of them. What belongs to no unit is
 * only for those who see all. Empty when no role has the permission.
 */
export function monitorUnits(principal: Principal, permission: string): string[] | null {
  if (!mayDo(principal, permission)) return [];
  const scopes = principal.roles
    .filter((role) => role.permissions.has(permission))
    .map((role) => role.scope.get('DW') ?? '*');
  return scopes.includes('*') ? null : [...new Set(scopes.flatMap((value) => valuesOf(principal, value)))];
}
