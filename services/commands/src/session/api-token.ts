import { isProgram, notForPrograms, PROGRAM_PREFIX, TOKEN_DAYS } from '@jwxt/contracts/session/program.vocabulary.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';

/** What a token is made from; of the token itself only its hash. */
export interface NewToken {
  readonly tokenHash: string;
  readonly name: string;
  readonly owner: string;
  readonly permissions: readonly string[];
  readonly units: readonly string[];
  readonly addresses: readonly string[];
  readonly expiresAt: string;
}

const dayMs = 86_400_000;

/**
 * Keeps the hash of a program's token with what the program may do: only what its creator holds now, and nothing that
 * opens doors for others. Later it never does what the creator no longer may.
 */
export async function grantToken(
  client: PoolClient,
  context: CommandContext,
  token: NewToken,
): Promise<{ tokenId: string; userName: string; expiresAt: string } | Refused> {
  const { actor, time, commandId } = context;
  const fieldErrors = await problemsOf(client, context, token);
  if (fieldErrors.length > 0) return refuse('INVALID_INPUT', {}, { fieldErrors });
  const tokenId = derivedId(`${commandId}:api-token`);
  const userName = PROGRAM_PREFIX + tokenId.slice(0, 8);
  const { name, owner, permissions, units, addresses, expiresAt } = token;
  await client.query(
    `insert into base.api_token (token_id, user_name, name, token_hash, owner, permissions, units, addresses,
        created_by, created_at, expires_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [tokenId, userName, name, token.tokenHash, owner, permissions, units, addresses, actor.userName, time, expiresAt],
  );
  await logOperations(client, context, 'create', 'apiToken', [
    { key: tokenId, before: null, after: { userName, name, owner, permissions, units, addresses, expiresAt } },
  ]);
  return { tokenId, userName, expiresAt };
}

async function problemsOf(
  client: PoolClient,
  { actor, time }: CommandContext,
  { owner, permissions, units, expiresAt }: NewToken,
): Promise<FieldError[]> {
  const {
    rows: [known],
  } = await client.query<{ owner: boolean; held: string[]; units: string[] }>(
    `select exists (select from base.user_account where user_name = $1 and sfqy = '1'
              and (valid_to is null or valid_to >= base.school_day())) as owner,
            array(select distinct granted.qxbh from base.user_role held join base.role_permission granted using (jsbh)
              where held.user_name = $2 and granted.qxbh = any($3)) as held,
            array(select dwh from base.department where dwh = any($4)) as units`,
    [owner, actor.userName, permissions, units],
  );
  const beyond = permissions.filter(
    (code) => !known?.held.includes(code) || notForPrograms.some((excluded) => excluded === code),
  );
  const strange = units.filter((unit) => !known?.units.includes(unit));
  const until = Date.parse(expiresAt);
  const now = Date.parse(time);
  const wrong: [boolean, string, string][] = [
    [known?.owner !== true, 'owner', '没有这个账号，或账号已停用'],
    [isProgram(owner), 'owner', '责任人应为一个人'],
    [beyond.length > 0, 'permissions', `您没有这些权限，或不能授予程序：${beyond.slice(0, 5).join('、')}`],
    [strange.length > 0, 'units', `没有这些单位：${strange.slice(0, 5).join('、')}`],
    [!(until > now), 'expiresOn', '到期日期应晚于今天'],
    [until > now + TOKEN_DAYS * dayMs, 'expiresOn', '有效期最长一年'],
  ];
  return wrong.filter(([applies]) => applies).map(([, field, message]) => ({ field, message }));
}

/** Ends a token for good; gateways hear of it with the commit. */
export async function endToken(
  client: PoolClient,
  context: CommandContext,
  { tokenId, reason }: { tokenId: string; reason: string },
): Promise<{ name: string } | Refused> {
  const {
    rows: [token],
  } = await client.query<{ name: string; revoked: boolean }>(
    'select name, revoked_at is not null as revoked from base.api_token where token_id = $1 for update',
    [tokenId],
  );
  if (!token) return refuse('NOT_FOUND');
  if (token.revoked) return refuse('TOKEN_ENDED', { name: token.name });
  await client.query(
    'update base.api_token set revoked_at = $2, revoked_by = $3, revoke_reason = $4 where token_id = $1',
    [tokenId, context.time, context.actor.userName, reason],
  );
  await logOperations(client, context, 'revoke', 'apiToken', [
    { key: tokenId, before: { name: token.name }, after: { reason } },
  ]);
  return { name: token.name };
}
