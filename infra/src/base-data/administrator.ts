import { administratorPassword, administratorPasswordText } from '@jwxt/contracts/system/system.command.ts';
import { described } from '../runtime/config.ts';
import { queryOnce } from '../runtime/postgres.ts';

/** JWXT_ADMIN_PASSWORD: the password that `admin` begins with, where nobody has given it one yet. */
export const firstAdministratorPassword = described(administratorPassword, {
  expected: administratorPasswordText,
  secret: true,
});

/** What to do about a system that nobody can administer. */
export const noAdministratorText =
  '还没有能登录的系统管理员：请在本机另开一个终端执行 npm run admin-password，为 admin 设置密码';

/** What to do about JWXT_ADMIN_PASSWORD once `admin` has another password. */
export const passwordIgnoredText =
  'JWXT_ADMIN_PASSWORD 未采用：admin 已有自己的密码。要更换请在本机执行 npm run admin-password，并去掉这个环境变量';

/** Whether some account that may sign in is a system administrator (role 01). */
export async function hasAdministrator(databaseUrl: string): Promise<boolean> {
  const rows = await queryOnce<{ found: boolean }>(
    databaseUrl,
    'base-data',
    `select exists (select from base.user_account account join base.user_role held using (user_name)
        where account.sfqy = '1' and held.jsbh = '01') as found`,
  );
  return rows[0]?.found === true;
}
