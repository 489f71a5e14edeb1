/**
 * `npm run admin-password`: gives the account `admin` a new password, or creates it, on the machine where the product
 * runs (it must run). The password is asked for on the terminal, or is the first line of standard input:
 * `npm run admin-password < file`. It never stands in the arguments.
 */
import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import {
  administratorPassword,
  administratorPasswordText,
  setAdministratorPassword,
} from '@jwxt/contracts/system/system.command.ts';
import { z } from 'zod';
import { createCommandSender, loader } from '../base-data/command-sender.ts';
import { commonEnv, envHttpUrl, loadConfig } from '../runtime/config.ts';
import { InternalCallError } from '../runtime/internal-http.ts';
import { namesMissing, pairEnv, secretsOf } from '../runtime/internal-secrets.ts';
import { askSupervisor } from '../data-folder/control-socket.ts';
import { readPassword } from './read-password.ts';

/** The operator must do something else first; the message is Chinese and complete. */
class NotChanged extends Error {}

async function main(): Promise<string> {
  const { JWXT_DATA } = loadConfig(z.object({ JWXT_DATA: commonEnv.JWXT_DATA }));
  const running = process.env.COMMANDS_URL === undefined ? (await askSupervisor(JWXT_DATA))?.env : {};
  if (running === undefined)
    throw new NotChanged(`数据目录 ${JWXT_DATA} 的教务系统没有运行：请先启动它（没有管理员也能启动），再执行本命令`);
  if (process.env.COMMANDS_URL === undefined && running.COMMANDS_URL === undefined)
    throw new NotChanged('教务系统正在启动，请稍后再试');
  const config = loadConfig(
    z
      .object({ COMMANDS_URL: envHttpUrl(), ...pairEnv('OPERATOR_SECRET') })
      .superRefine(namesMissing('OPERATOR_SECRET')),
    { ...process.env, ...running },
  );
  const password = await readPassword();
  if (!administratorPassword.safeParse(password).success)
    throw new NotChanged(`密码不符合要求，应为${administratorPasswordText}`);
  const actor = { ...loader, userName: 'local', name: `本机操作员（${userInfo().username}）` };
  const sender = createCommandSender(config.COMMANDS_URL, secretsOf('OPERATOR_SECRET', config)[0]!, {
    patienceMs: 10_000,
  });
  const { outcome, endedSessions } = await sender.send(
    setAdministratorPassword,
    { password, first: false },
    { commandId: randomUUID(), actor },
  );
  return (
    `${outcome === 'created' ? '已创建系统管理员 admin' : 'admin 的密码已更换'}` +
    `${endedSessions > 0 ? `，已结束它的 ${endedSessions} 个会话` : ''}。现在可以用新密码登录`
  );
}

try {
  process.stdout.write(`${await main()}\n`);
} catch (error) {
  const told =
    error instanceof InternalCallError
      ? '命令服务没有回应，请看系统日志'
      : error instanceof Error
        ? error.message
        : String(error);
  process.stderr.write(`密码未更换：${told}\n`);
  process.exitCode = 1;
}
