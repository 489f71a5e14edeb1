import { namedWithAccount } from '@jwxt/contracts/kernel/actor.ts';
import { onlyLooks, permissionOf, type Operation } from '@jwxt/contracts/kernel/operation.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { rolesWith, type Principal } from './principal.ts';
import { Refused } from './refused.ts';

/** What a person is told who has no right to a row; who has it by somebody else is not told so. */
const beyond: readonly string[] = ['OUT_OF_SCOPE', 'NOT_FOUND', 'FORBIDDEN'];

/**
 * Carries something out in the person's own right where that is enough, else by what was handed on to him
 * (SYSADMIN-18), giver by giver: so it is known whose permission it was done by. What shows lists takes all of it
 * together; a row that is looked at whole (`reveal`) is like a change. A file is sent once, so what brings one is done
 * by the first right alone.
 */
export async function acting<T>(
  user: Principal,
  operation: Operation,
  act: (user: Principal) => Promise<T>,
): Promise<T> {
  const [first = user, ...others] = waysOf(user, operation);
  try {
    return await act(first);
  } catch (error) {
    let last: unknown = error;
    for (const way of others) {
      if (!(last instanceof Refused) || !beyond.includes(last.code)) break;
      try {
        return await act(way);
      } catch (again) {
        last = again;
      }
    }
    throw last;
  }
}

function waysOf(user: Principal, operation: Operation): Principal[] {
  const permission = permissionOf(operation);
  const givers = lendersOf(user, permission);
  const together = onlyLooks(operation) && !permission?.endsWith(':reveal');
  if (permission === null || givers.length === 0 || together) return [user];
  const own = user.roles.some(({ permissions }) => permissions.has(permission));
  const ways = [
    ...(own ? [{ ...user, lent: [] }] : []),
    ...givers.map(({ userName, name }) => ({
      ...user,
      lent: user.lent.filter(({ lentBy }) => lentBy?.userName === userName),
      onBehalfOf: { userName, name },
    })),
  ];
  return operation.encoding === 'multipart' ? ways.slice(0, 1) : ways;
}

/** Who has handed a permission on to the person. */
function lendersOf(user: Principal, permission: PermissionCode | null): readonly Principal[] {
  const givers = new Map(rolesWith({ ...user, roles: [] }, permission).map(({ lentBy }) => [lentBy?.userName, lentBy]));
  return [...givers.values()].filter((giver) => giver !== undefined);
}

/** By whose permission somebody looks (`姓名（账号）`); null in the own right. */
export function actedFor(user: Principal, permission: PermissionCode | null): string | null {
  return lendersOf(user, permission).map(namedWithAccount).join('、') || null;
}
