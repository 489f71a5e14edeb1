import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { TEMP_LOGIN_MINUTES } from '@jwxt/contracts/session/session.vocabulary.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { holdersOf } from '../kernel/permission-holders.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';
import { tellOfAccount } from '../notice/shared/account-message.ts';

/**
 * Keeps the hash of a temporary link's token, with whom it signs in and until when, and tells this person of it; the
 * reason stays in the operation log. Not for oneself, not for who cannot sign in, not for administrators.
 */
export async function grantLink(
  client: PoolClient,
  context: CommandContext,
  { tokenHash, userName, reason }: { tokenHash: string; userName: string; reason: string },
): Promise<{ name: string; expiresAt: string } | Refused> {
  const {
    rows: [account],
  } = await client.query<{ name: string; enabled: boolean; administrates: boolean }>(
    `select name, sfqy = '1' as enabled,
            account.user_name in (${holdersOf(`'systemUser:tempLogin'`)}) as administrates
       from base.user_account account where user_name = $1`,
    [userName],
  );
  const { actor, time } = context;
  const reasons: [boolean, string][] = [
    [account === undefined, '没有这个账号'],
    [userName === actor.userName, '不能为自己签发'],
    [account?.enabled === false, '账号已停用'],
    [account?.administrates === true, '对方也能签发临时登录'],
  ];
  const why = reasons.find(([applies]) => applies)?.[1];
  if (!account || why !== undefined)
    return refuse('TEMP_LOGIN_REFUSED', { name: account?.name ?? userName, reason: why ?? '' });
  const expiresAt = new Date(Date.parse(time) + TEMP_LOGIN_MINUTES * 60_000).toISOString();
  await client.query(
    `insert into gateway.temp_login (token_hash, user_name, issued_by, issued_at, expires_at)
      values ($1, $2, $3, $4, $5)`,
    [tokenHash, userName, actor.userName, time, expiresAt],
  );
  await logOperations(client, context, 'tempLogin', 'systemUser', [
    { key: userName, before: null, after: { reason, expiresAt } },
  ]);
  await tellOfAccount(client, context, [userName], {
    title: '有人为您签发了临时登录链接',
    content:
      `${actor.name}（${actor.userName}）于${toDateTimeText(time)}为您的账号签发了临时登录链接，` +
      `${TEMP_LOGIN_MINUTES}分钟内可使用一次，只能查看，不能办理业务。原因：${reason}。如非您本人要求，` +
      '请联系教务处。',
  });
  return { name: account.name, expiresAt };
}

/** Uses a link up for the person in whose name it is done, who is told when and from where. Answers who issued it. */
export async function useLink(
  client: PoolClient,
  context: CommandContext,
  { tokenHash }: { tokenHash: string },
): Promise<{ issuedBy: string } | Refused> {
  const { actor, time, clientAddress } = context;
  const {
    rows: [link],
  } = await client.query<{ issued_by: string; issuer: string | null }>(
    `update gateway.temp_login link set used_at = $2
      where token_hash = $1 and user_name = $3 and used_at is null and expires_at > $2
     returning issued_by, (select name from base.user_account where user_name = link.issued_by) as issuer`,
    [tokenHash, time, actor.userName],
  );
  if (!link) return refuse('TEMP_LOGIN_INVALID');
  await logOperations(client, context, 'useTempLogin', 'systemUser', [
    { key: actor.userName, before: null, after: { issuedBy: link.issued_by } },
  ]);
  await tellOfAccount(client, context, [actor.userName], {
    title: '您的账号被临时登录',
    content:
      `${link.issuer ?? ''}（${link.issued_by}）为您签发的临时登录链接于${toDateTimeText(time)}被使用，来自` +
      `${clientAddress ?? '未知地址'}。该登录只能查看，不能办理业务；您可以在“登录设备”中结束它。`,
  });
  return { issuedBy: link.issued_by };
}
