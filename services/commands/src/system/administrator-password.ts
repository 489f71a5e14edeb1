import type { setAdministratorPassword } from '@jwxt/contracts/system/system.command.ts';
import { SESSION_ENDED_CHANNEL } from '@jwxt/contracts/session/session.vocabulary.ts';
import { yesNoOf } from '@jwxt/contracts/kernel/yes-no.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { z } from 'zod';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { hashPassword, isPassword } from '../kernel/password-hash.ts';

const ADMINISTRATOR = 'admin';
const ROLE = '01';

/**
 * Gives `admin` a password; see {@link setAdministratorPassword}. The operation log tells that it was done, never the
 * password.
 */
export async function giveAdministratorPassword(
  client: PoolClient,
  context: CommandContext,
  { password, first }: { password: string; first: boolean },
): Promise<z.output<typeof setAdministratorPassword.result>> {
  const {
    rows: [account],
  } = await client.query<{ password_hash: string | null }>(
    'select password_hash from base.user_account where user_name = $1 for update',
    [ADMINISTRATOR],
  );
  if (account && first) {
    const same = account.password_hash !== null && (await isPassword(account.password_hash, password));
    return { outcome: same ? 'kept' : 'differs', endedSessions: 0 };
  }
  await client.query(
    `insert into base.user_account (user_name, name, kind, password_hash, sfqy, password_changed_at, pwd_must_change)
      values ($1, '系统管理员', 'casual', $2, '1', $3, $4)
     on conflict (user_name)
     do update set password_hash = excluded.password_hash, sfqy = '1',
       password_changed_at = excluded.password_changed_at, pwd_must_change = excluded.pwd_must_change,
       valid_to = null`,
    [ADMINISTRATOR, await hashPassword(password), context.time, yesNoOf(first)],
  );
  await client.query('insert into base.user_role (user_name, jsbh) values ($1, $2) on conflict do nothing', [
    ADMINISTRATOR,
    ROLE,
  ]);
  // Whoever is on the machine gets in, whatever became of the telephone.
  const { rowCount: factors } = await client.query('delete from gateway.second_factor where user_name = $1', [
    ADMINISTRATOR,
  ]);
  const { rows } = await client.query(
    `with ended as (update gateway.session set revoked_at = $2
        where user_name = $1 and revoked_at is null and expires_at > $2 returning id_hash)
     select pg_notify($3, id_hash) from ended`,
    [ADMINISTRATOR, context.time, SESSION_ENDED_CHANNEL],
  );
  await logOperations(client, context, 'setAdministratorPassword', 'userAccount', [
    {
      key: ADMINISTRATOR,
      before: null,
      after: { created: !account, endedSessions: rows.length, secondFactorRemoved: factors === 1 },
    },
  ]);
  return { outcome: account ? 'changed' : 'created', endedSessions: rows.length };
}
