import { randomUUID } from 'node:crypto';
import { ADMINISTRATOR } from '@jwxt/contracts/access/role.rules.ts';
import { SESSION_ENDED_CHANNEL, VIEW_AS_MINUTES, VIEW_CHANGED } from '@jwxt/contracts/session/session.vocabulary.ts';
import type { Logger } from '@jwxt/infra/runtime/logger.ts';
import { inTransaction, type Pool, type PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { systemActor, type CommandContext } from '../kernel/command-context.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { holdersOf } from '../kernel/permission-holders.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';
import { repeatedly } from '../kernel/repeatedly.ts';

/** How often those that are over are looked for; gateways stop them by themselves. */
const everyMs = 20_000;

/** Accounts, by one of their columns, that may sign in. */
const enabled = (userName: string): string =>
  `exists (select from base.user_account account where account.user_name = ${userName} and account.sfqy = '1'
     and (account.valid_to is null or account.valid_to >= base.school_day()))`;
const administers = (userName: string): string =>
  `exists (select from base.user_role held where held.user_name = ${userName} and held.jsbh = '${ADMINISTRATOR}')`;

/** Begins to look with somebody else's eyes; not one's own, and no administrator's: there is no way up. */
export async function beginViewing(
  client: PoolClient,
  context: CommandContext,
  { sessionId, userName, reason }: { sessionId: string; userName: string; reason: string },
): Promise<{ name: string; expiresAt: string } | Refused> {
  const { actor, time } = context;
  const {
    rows: [account],
  } = await client.query<{ name: string; enabled: boolean; administers: boolean }>(
    `select viewed.name, ${enabled('viewed.user_name')} as enabled, ${administers('viewed.user_name')} as administers
       from base.user_account viewed where viewed.user_name = $1`,
    [userName],
  );
  if (!account) return refuse('ACCOUNT_UNKNOWN', { names: userName });
  const refused = (why: string): Refused => refuse('VIEW_AS_REFUSED', { name: account.name, reason: why });
  if (userName === actor.userName) return refused('这是您自己的账号');
  if (!account.enabled) return refused('账号已停用');
  if (account.administers) return refused('对方是系统管理员');
  await endWhere(client, context, `${overBecause} is not null and left(viewing.id_hash, 32) = $4`, overBecause, [
    time,
    sessionId,
  ]);
  const expiresAt = new Date(Date.parse(time) + VIEW_AS_MINUTES * 60_000).toISOString();
  const { rows } = await client.query<{ begun: boolean }>(
    `with own as (select id_hash from gateway.session
        where left(id_hash, 32) = $1 and user_name = $2 and revoked_at is null and expires_at > $6),
     begun as (
       insert into gateway.viewing (id_hash, view_id, user_name, viewed_by, reason, begun_at, expires_at)
       select id_hash, $3, $4, $2, $5, $6, $7 from own on conflict do nothing returning id_hash)
     select exists (select from begun) as begun, pg_notify($8, id_hash || $9) from own`,
    [
      sessionId,
      actor.userName,
      context.commandId,
      userName,
      reason,
      time,
      expiresAt,
      SESSION_ENDED_CHANNEL,
      VIEW_CHANGED,
    ],
  );
  if (rows.length === 0) return refuse('SESSION_GONE');
  if (!rows[0]?.begun) return refused('您正以他人身份查看，请先结束');
  await logOperations(client, context, 'viewAs', 'systemUser', [
    { key: userName, before: null, after: { viewedBy: actor.userName, reason, expiresAt } },
  ]);
  return { name: account.name, expiresAt };
}

/** Ends what the actor's session looks at. */
export async function endViewing(
  client: PoolClient,
  context: CommandContext,
  { sessionId }: { sessionId: string },
): Promise<Record<string, never>> {
  await endWhere(client, context, 'left(viewing.id_hash, 32) = $3 and viewing.viewed_by = $4', `'结束查看'`, [
    sessionId,
    context.actor.userName,
  ]);
  return {};
}

/** Why it is over by itself: the first that holds; null: it goes on. */
const overBecause = `case
  when viewing.expires_at <= $3 then '时间已到'
  when not exists (select from gateway.session own where own.id_hash = viewing.id_hash
    and own.revoked_at is null and own.expires_at > $3) then '查看人的登录已结束'
  when not ${enabled('viewing.viewed_by')} then '查看人的账号已停用'
  when viewing.viewed_by not in (${holdersOf(`'user:viewAs'`)}) then '查看人已没有此权限'
  when not ${enabled('viewing.user_name')} then '被查看的账号已停用'
  when ${administers('viewing.user_name')} then '对方已是系统管理员' end`;

/** Ends all that are over, without anybody's doing. */
export async function endOver(pool: Pool, now: Date): Promise<void> {
  const time = now.toISOString();
  const commandId = randomUUID();
  const context = {
    commandId,
    command: 'user.endViewAs',
    correlationId: commandId,
    causationId: null,
    clientAddress: null,
    actor: systemActor,
    permission: null,
    time,
  };
  await inTransaction(pool, (client) => endWhere(client, context, `${overBecause} is not null`, overBecause, [time]));
}

/** Looks for those that are over, all the time. */
export function startEndingViewings(pool: Pool, logger: Logger): { close(): Promise<void> } {
  return repeatedly(everyMs, async () => {
    try {
      await endOver(pool, new Date());
    } catch (error) {
      logger.warn({ err: error }, '以他人身份查看未能按时结束，稍后重试');
    }
  });
}

/** Ends those that a condition names (parameters from `$3`), told to all gateways with the commit, and logs why. */
async function endWhere(
  client: PoolClient,
  context: CommandContext,
  condition: string,
  because: string,
  values: readonly string[],
): Promise<void> {
  const { rows } = await client.query<{
    user_name: string;
    viewed_by: string;
    reason: string;
    begun_at: Date;
    because: string;
  }>(
    `with ended as (delete from gateway.viewing where ${condition}
        returning id_hash, user_name, viewed_by, reason, begun_at, ${because} as because)
     select user_name, viewed_by, reason, begun_at, because, pg_notify($1, id_hash || $2) from ended`,
    [SESSION_ENDED_CHANNEL, VIEW_CHANGED, ...values],
  );
  await logOperations(
    client,
    context,
    'endViewAs',
    'systemUser',
    rows.map((row) => ({
      key: row.user_name,
      before: { viewedBy: row.viewed_by, reason: row.reason, begunAt: row.begun_at.toISOString() },
      after: { because: row.because },
    })),
  );
}
