import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { isRefused, refuse, type Refused } from '../kernel/refusal.ts';
import { tellOfAccount } from '../notice/shared/account-message.ts';
import { endSessionsOf } from './shared/end-sessions.ts';
import { lockAccounts, mayHelp } from './account-row.ts';

/** Takes the second factors of people who have lost theirs, and ends their sessions. Not one's own. */
export async function resetFactors(
  client: PoolClient,
  context: CommandContext,
  { userNames }: { userNames: readonly string[] },
): Promise<{ reset: number } | Refused> {
  if (userNames.includes(context.actor.userName)) return refuse('ACCOUNT_OWN');
  const accounts = await lockAccounts(client, [...new Set(userNames)]);
  if (isRefused(accounts)) return accounts;
  const refused = await mayHelp(client, context, accounts);
  if (refused) return refused;
  const { rows } = await client.query<{ userName: string }>(
    'delete from gateway.second_factor where user_name = any($1) returning user_name as "userName"',
    [userNames],
  );
  const had = rows.map(({ userName }) => userName);
  if (had.length === 0) return { reset: 0 };
  await endSessionsOf(client, context, had);
  await logOperations(
    client,
    context,
    'resetSecondFactor',
    'secondFactor',
    had.map((key) => ({ key, before: null, after: null })),
  );
  await tellOfAccount(client, context, had, {
    title: '您的二次验证已重置',
    content:
      `${context.actor.name}（${context.actor.userName}）于${toDateTimeText(context.time)}重置了您的二次验证。` +
      '如您的角色要求二次验证，下次登录时需重新绑定。如非您本人要求，请联系教务处。',
  });
  return { reset: had.length };
}
