import { permissionOf, type Operation } from '@jwxt/contracts/kernel/operation.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { ScopeTarget } from '@jwxt/contracts/kernel/scope.vocabulary.ts';
import type { Principal } from './principal.ts';

/** What whoever declares an operation is told to write. */
export const SAY_SCOPE =
  "write `scope: 'teachingClass'` (or another target of scope.vocabulary.ts), or `scope: { none: '理由' }`";

interface Watch {
  readonly operation: Operation;
  readonly asked: Set<string>;
}

/** By the principal of one call, which is a copy of its own: what is asked of it was asked for that call. */
const watches = new WeakMap<Principal, Watch>();

const entryOf = (target: ScopeTarget, permission: PermissionCode | null): string => `${target} ${permission ?? '*'}`;

/** The caller of an operation, of whom it is remembered which scopes were asked for. */
export function watched(principal: Principal, operation: Operation): Principal {
  const copy = { ...principal };
  watches.set(copy, { operation, asked: new Set() });
  return copy;
}

/**
 * Notes that a caller's scope was asked for: `scopeCondition` does it by itself. Without a permission: by a question
 * that looks at every role by itself, as who is a candidate of an approval queue.
 */
export function scopeAsked(principal: Principal, target: ScopeTarget, permission: PermissionCode | null = null): void {
  watches.get(principal)?.asked.add(entryOf(target, permission));
}

/**
 * Throws when an operation that declares a scope is about to write or to answer, and nobody has asked for the caller's
 * scope under its permission: then a handler has forgotten it.
 */
export function requireScope(principal: Principal | null): void {
  const watch = principal === null ? undefined : watches.get(principal);
  if (!watch) return;
  const { operation, asked } = watch;
  const { id, scope } = operation;
  if (typeof scope === 'object' || permissionOf(operation) === null) return;
  if (scope === undefined) throw new TypeError(`operation ${id} asks for a permission and says no scope: ${SAY_SCOPE}`);
  if (asked.has(entryOf(scope, permissionOf(operation))) || asked.has(entryOf(scope, null))) return;
  throw new TypeError(
    `operation ${id} declares scope '${scope}', but its handler did not ask for it under the operation's permission: ` +
      `use scopeCondition(call.user, call.permission, row of target '${scope}', params)`,
  );
}
