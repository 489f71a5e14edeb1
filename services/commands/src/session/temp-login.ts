import { TEMP_LOGIN_MINUTES } from '@jwxt/contracts/session/session.vocabulary.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';

/** Keeps the hash of a temporary link's token, with whom it signs in and until when; the reason stays in the operation log. Not for oneself, not for who cannot sign in, not for administrators. */
export async function grantLink(
  client: PoolClient, context: CommandContext, { tokenHash, userName, reason }: { tokenHash: string; userName: string; reason: string },
): Promise<{ name: string; expiresAt: string } | Refused> {
  const { rows: [account] } = await client.query<{ name: string; enabled: boolean; administrates: boolean }>(
    `select name, sfqy = '1' as enabled,
            exists (select from base.user_role ur join base.role_permission p on p.jsbh = ur.jsbh where ur.user_name = u.user_name and p.qxbh = 'systemUser:tempLogin') as administrates
       from base.user_account u where user_name = $1`, [userName],
  );
  const reasons: [boolean, string][] = [
    [account === undefined, '没有这个账号'], [userName === context.actor.userName, '不能为自己签发'], [account?.enabled === false, '账号已停用'], [account?.administrates === true, '对方也能签发临时登录'],
  ];
  const why = reasons.find(([applies]) => applies)?.[1];
  if (!account || why !== undefined) return refuse('TEMP_LOGIN_REFUSED', { name: account?.name ?? userName, reason: why ?? '' });
  const expiresAt = new Date(Date.parse(context.time) + TEMP_LOGIN_MINUTES * 60_000).toISOString();
  await client.query('insert into gateway.temp_login (token_hash, user_name, issued_by, issued_at, expires_at) values ($1, $2, $3, $4, $5)', [tokenHash, userName, context.actor.userName, context.time, expiresAt]);
  await logOperations(client, context, 'tempLogin', 'systemUser', [{ key: userName, before: null, after: { reason, expiresAt } }]);
  return { name: account.name, expiresAt };
}
