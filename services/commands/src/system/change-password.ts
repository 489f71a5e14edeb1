import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { hashPassword, isPassword } from '../kernel/password-hash.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';

/** 6 to 16 letters, digits and `~!@&%#_`, with an upper-case and a lower-case letter (SESSION-37, 38, 39). */
const goodPassword = /^(?=.*[A-Z])(?=.*[a-z])[A-Za-z0-9~!@&%#_]{6,16}$/;
const goodPasswordText = '必须包含一个大写，一个小写字母，且长度为6到16位';

/** Changes the password of the person who asks. Refuses PASSWORD_WRONG, and a new one against the rules under its field. */
export async function changeOwnPassword(
  client: PoolClient, context: CommandContext, { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
): Promise<{ userName: string } | Refused> {
  if (oldPassword === '') return invalid('oldPassword', '请输入原密码！');
  if (newPassword === '') return invalid('newPassword', '请输入新密码！');
  if (!goodPassword.test(newPassword)) return invalid('newPassword', goodPasswordText);
  const { userName } = context.actor;
  const { rows } = await client.query<{ password_hash: string }>(
    `select password_hash from base.user_account where user_name = $1 and sfqy = '1' for update`, [userName],
  );
  const account = rows[0];
  if (!account || !(await isPassword(account.password_hash, oldPassword))) {
    return refuse('PASSWORD_WRONG', {}, { fieldErrors: [{ field: 'oldPassword', message: '原密码错误，请重新输入' }] });
  }
  await client.query('update base.user_account set password_hash = $2 where user_name = $1', [userName, await hashPassword(newPassword)]);
  await logOperations(client, context, 'changePassword', 'userAccount', [{ key: userName, before: null, after: null }]);
  return { userName };
}

function invalid(field: string, message: string): Refused {
  return refuse('INVALID_INPUT', {}, { fieldErrors: [{ field, message }] });
}
