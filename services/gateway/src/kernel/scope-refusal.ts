import { errorText } from '@jwxt/contracts/all-errors.ts';
import { functionNode } from '@jwxt/contracts/kernel/function-tree.ts';
import { scopeText } from '@jwxt/contracts/kernel/node-scopes.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { dimensionTable } from '@jwxt/contracts/student-functions.ts';
import { readDimensionChoices } from './dimension-names.ts';
import type { Principal } from './principal.ts';
import { Refused } from './refused.ts';
import { scopesOf } from './scope.ts';

/** FORBIDDEN that names the permission which is missing. */
export function missingPermission(permission: PermissionCode): Refused {
  const name = functionNode(permission)?.qxmc ?? permission;
  return new Refused('FORBIDDEN', {}, { message: `${errorText('FORBIDDEN')}：缺少“${name}”权限` });
}

/**
 * A refusal because of the scope, with what the person's own scope is, so that he knows what to ask for. Of the row
 * nothing is said: it may be anybody's.
 */
export async function withOwnScope(
  error: unknown,
  user: Principal,
  permission: PermissionCode | null,
  db: Queryable,
): Promise<unknown> {
  if (!(error instanceof Refused) || error.code !== 'OUT_OF_SCOPE' || permission === null) return error;
  const dimensions = await readDimensionChoices(db, dimensionTable(permission));
  const own = [...new Set(scopesOf(user, permission).map((scope) => scopeText(scope, undefined, dimensions)))];
  const name = functionNode(permission)?.qxmc ?? permission;
  return new Refused(
    'OUT_OF_SCOPE',
    {},
    {
      message: `${error.message}。您的“${name}”范围：${own.join('，或 ')}`,
      ...(error.data === undefined ? {} : { data: error.data }),
    },
  );
}
