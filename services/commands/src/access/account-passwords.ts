import { yesNo, type YesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { hashPassword } from '../kernel/password-hash.ts';
import { isRefused, refuse, type Refused } from '../kernel/refusal.ts';
import { lockAccounts, mayHelp } from './account-row.ts';
import { endSessionsOf } from './shared/end-sessions.ts';

/** Hashes of the passwords that people get. */
export async function hashGiven({
  passwords,
  mustChange,
}: {
  passwords: readonly { userName: string; password: string }[];
  mustChange: YesNo;
}): Promise<{ given: { userName: string; hash: string }[]; mustChange: YesNo }> {
  const given = await Promise.all(
    passwords.map(async ({ userName, password }) => ({ userName, hash: await hashPassword(password) })),
  );
  return { given, mustChange };
}

/**
 * Gives people other passwords and ends their sessions. One that must be changed counts as given, not as the person's
 * own. Not for oneself, who would be signed out by it, nor for who signs in by single sign-on alone.
 */
export async function setPasswords(
  client: PoolClient,
  context: CommandContext,
  { given, mustChange }: Awaited<ReturnType<typeof hashGiven>>,
): Promise<{ changed: number } | Refused> {
  const userNames = given.map(({ userName }) => userName);
  if (userNames.includes(context.actor.userName)) return refuse('ACCOUNT_OWN');
  const accounts = await lockAccounts(client, userNames);
  if (isRefused(accounts)) return accounts;
  const elsewhere = accounts.filter(({ hasPassword }) => !hasPassword);
  if (elsewhere.length > 0) return refuse('ACCOUNT_SSO', { names: elsewhere.map(({ name }) => name).join('、') });
  const refused = await mayHelp(client, context, accounts);
  if (refused) return refused;
  await client.query(
    `update base.user_account account set password_hash = given.hash, pwd_must_change = $3,
        password_changed_at = case when $3 = '${yesNo.yes}' then null else $4::timestamptz end
      from unnest($1::text[], $2::text[]) as given (user_name, hash) where account.user_name = given.user_name`,
    [userNames, given.map(({ hash }) => hash), mustChange, context.time],
  );
  await endSessionsOf(client, context, userNames);
  await logOperations(
    client,
    context,
    mustChange === yesNo.yes ? 'resetPassword' : 'setPassword',
    'userAccount',
    userNames.map((key) => ({ key, before: null, after: { mustChange } })),
  );
  return { changed: userNames.length };
}
