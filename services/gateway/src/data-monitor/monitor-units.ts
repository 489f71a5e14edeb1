import type { Principal } from '../kernel/principal.ts';
import { scopeAsked } from '../kernel/scope-watch.ts';
import { scopesOf, valuesOf } from '../kernel/scope.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';

/**
 * Units whose wrong rows a person sees and cleans under a permission: null for all of them. What belongs to no unit is
 * only for those who see all. Empty when no role has the permission.
 */
export function monitorUnits(principal: Principal, permission: PermissionCode | null): string[] | null {
  scopeAsked(principal, 'unit', permission);
  const scopes = scopesOf(principal, permission).map((scope) => scope.get('DW') ?? '*');
  return scopes.includes('*') ? null : [...new Set(scopes.flatMap((value) => valuesOf(principal, value)))];
}
