import { newPasswordProblem } from '@jwxt/contracts/session/password-rule.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { hashPassword, isPassword } from '../kernel/password-hash.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';

/**
 * Changes the password of the person who asks. Refuses PASSWORD_WRONG, and a new one against the rules under its field.
 */
export async function changeOwnPassword(
  client: PoolClient,
  context: CommandContext,
  { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
): Promise<{ userName: string } | Refused> {
  if (oldPassword === '') return invalid('oldPassword', '请输入原密码！');
  const wrong = newPasswordProblem(newPassword, oldPassword);
  if (wrong !== null) return invalid('newPassword', wrong);
  const { userName } = context.actor;
  const { rows } = await client.query<{ password_hash: string | null }>(
    `select password_hash from base.user_account where user_name = $1 and sfqy = '1' for update`,
    [userName],
  );
  const account = rows[0];
  if (!account?.password_hash || !(await isPassword(account.password_hash, oldPassword))) {
    return refuse('PASSWORD_WRONG', {}, { fieldErrors: [{ field: 'oldPassword', message: '原密码错误，请重新输入' }] });
  }
  await client.query(
    `update base.user_account set password_hash = $2, password_changed_at = $3, pwd_must_change = '0'
      where user_name = $1`,
    [userName, await hashPassword(newPassword), context.time],
  );
  await logOperations(client, context, 'changePassword', 'userAccount', [{ key: userName, before: null, after: null }]);
  return { userName };
}

function invalid(field: string, message: string): Refused {
  return refuse('INVALID_INPUT', {}, { fieldErrors: [{ field, message }] });
}
