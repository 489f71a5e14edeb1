import type { IssuedPassword } from '@jwxt/contracts/access/account.operations.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { SignedInCall } from '../../kernel/handler.ts';
import { accountTables } from '../account-scope.ts';
import { passwordFor } from './password-for.ts';

/**
 * The passwords that people got by a command, for who hands them out: the only time that anybody sees them. The same
 * command again tells the same.
 */
export async function issuedTo(
  userNames: readonly string[],
  commandId: string,
  call: SignedInCall,
): Promise<IssuedPassword[]> {
  const names = await readNames(call.services.db, userNames);
  return userNames.map((userName) => ({
    name: '',
    departmentName: '',
    ...names.get(userName),
    userName,
    password: passwordFor(userName, commandId, call),
  }));
}

/** Who people are, for the slips with their passwords. */
export async function readNames(
  db: Queryable,
  userNames: readonly string[],
): Promise<ReadonlyMap<string, { name: string; departmentName: string }>> {
  const { rows } = await db.query<{ userName: string; name: string; departmentName: string }>(
    `select account.user_name as "userName", account.name, coalesce(department.dwmc, '') as "departmentName"
      from ${accountTables} where account.user_name = any($1)`,
    [userNames],
  );
  return new Map(rows.map((row) => [row.userName, row]));
}
