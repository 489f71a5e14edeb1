import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';
import { tellOfAccount } from '../notice/shared/account-message.ts';

const logFactor = (client: PoolClient, context: CommandContext, operation: string, after: object | null) =>
  logOperations(client, context, operation, 'secondFactor', [{ key: context.actor.userName, before: null, after }]);

/** Keeps the actor's second factor with its recovery codes. */
export async function bindFactor(
  client: PoolClient,
  context: CommandContext,
  { sealed, period, codeHashes }: { sealed: string; period: number; codeHashes: readonly string[] },
): Promise<Record<string, never> | Refused> {
  const { userName } = context.actor;
  const { rowCount } = await client.query(
    `insert into gateway.second_factor (user_name, sealed, last_period, bound_at) values ($1, $2, $3, $4)
      on conflict do nothing`,
    [userName, sealed, period, context.time],
  );
  if (rowCount === 0) return refuse('SECOND_FACTOR_BOUND');
  await keepCodes(client, userName, codeHashes);
  await logFactor(client, context, 'bindSecondFactor', { userName });
  await tellOfAccount(client, context, [userName], {
    title: '您已绑定二次验证',
    content:
      `您的账号于${toDateTimeText(context.time)}绑定了二次验证，来自${context.clientAddress ?? '未知地址'}。` +
      '以后登录时除密码外还需输入验证码。如非您本人操作，请立即联系教务处。',
  });
  return {};
}

/** Other recovery codes instead of the former ones, used or not. */
export async function renewCodes(
  client: PoolClient,
  context: CommandContext,
  { codeHashes }: { codeHashes: readonly string[] },
): Promise<Record<string, never> | Refused> {
  const { userName } = context.actor;
  if (!(await lockFactor(client, userName))) return refuse('SECOND_FACTOR_NONE');
  await client.query('delete from gateway.recovery_code where user_name = $1', [userName]);
  await keepCodes(client, userName, codeHashes);
  await logFactor(client, context, 'renewRecoveryCodes', { userName });
  return {};
}

/** Uses a recovery code up. Who did not do it learns that somebody has got hold of them. */
export async function takeCode(
  client: PoolClient,
  context: CommandContext,
  { codeHash }: { codeHash: string },
): Promise<{ left: number } | Refused> {
  const { userName } = context.actor;
  if (!(await lockFactor(client, userName))) return refuse('SECOND_FACTOR_NONE');
  const { rowCount } = await client.query(
    `update gateway.recovery_code set used_at = $3 where user_name = $1 and code_hash = $2 and used_at is null`,
    [userName, codeHash, context.time],
  );
  if (rowCount === 0) return refuse('SECOND_CODE_WRONG');
  const { rows } = await client.query<{ left: number }>(
    'select count(*)::int as left from gateway.recovery_code where user_name = $1 and used_at is null',
    [userName],
  );
  const left = rows[0]?.left ?? 0;
  await logFactor(client, context, 'useRecoveryCode', { left });
  await tellOfAccount(client, context, [userName], {
    title: '您的恢复码已使用',
    content:
      `您的账号于${toDateTimeText(context.time)}用一个恢复码完成二次验证，` +
      `来自${context.clientAddress ?? '未知地址'}，还剩 ${left} 个。手机丢失或更换后请重新绑定。` +
      '如非您本人操作，请立即联系教务处。',
  });
  return { left };
}

/** Takes the actor's second factor away, unless a role asks for it. */
export async function unbindFactor(
  client: PoolClient,
  context: CommandContext,
): Promise<Record<string, never> | Refused> {
  const { userName } = context.actor;
  if (!(await lockFactor(client, userName))) return refuse('SECOND_FACTOR_NONE');
  const { rows } = await client.query<{ required: boolean }>(
    `select exists (select from base.user_role held join base.role using (jsbh)
        where held.user_name = $1 and role.mfa_required = $2) as required`,
    [userName, yesNo.yes],
  );
  if (rows[0]?.required) return refuse('SECOND_FACTOR_NEEDED');
  await client.query('delete from gateway.second_factor where user_name = $1', [userName]);
  await logFactor(client, context, 'removeSecondFactor', null);
  await tellOfAccount(client, context, [userName], {
    title: '您已解除二次验证',
    content:
      `您的账号于${toDateTimeText(context.time)}解除了二次验证，来自${context.clientAddress ?? '未知地址'}。` +
      '如非您本人操作，请立即联系教务处。',
  });
  return {};
}

async function lockFactor(client: PoolClient, userName: string): Promise<boolean> {
  const { rowCount } = await client.query('select from gateway.second_factor where user_name = $1 for update', [
    userName,
  ]);
  return rowCount === 1;
}

async function keepCodes(client: PoolClient, userName: string, codeHashes: readonly string[]): Promise<void> {
  await client.query('insert into gateway.recovery_code (user_name, code_hash) select $1, unnest($2::text[])', [
    userName,
    codeHashes,
  ]);
}
