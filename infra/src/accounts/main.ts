/**
 * `npm run accounts -- <new file>`: gives teachers and students who have none an account with a random password, which
 * is written to the file for the people to be told; `npm run accounts -- --role 02 <account,…>`: gives a role to
 * accounts. On the machine where the product runs, while it runs.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { syncAccounts } from '@jwxt/contracts/access/account.command.ts';
import { OPENED_AT_ONCE } from '@jwxt/contracts/access/account.vocabulary.ts';
import { createCommandSender, loader, LoadRefused, type CommandSender } from '../base-data/command-sender.ts';
import { askSupervisor } from '../data-folder/control-socket.ts';
import { commonEnv, databaseUrl, envHttpUrl, loadConfig } from '../runtime/config.ts';
import { InternalCallError } from '../runtime/internal-http.ts';
import { namesMissing, pairEnv, secretsOf } from '../runtime/internal-secrets.ts';
import { createPool } from '../runtime/postgres.ts';
import { initialPassword, PASSWORD_BYTES } from '../runtime/initial-password.ts';
import { readMissingAccounts, type Person } from '../runtime/missing-accounts.ts';

/** The operator must do something else first; the message is Chinese and complete. */
class NotDone extends Error {}

const { values, positionals } = parseArgs({ options: { role: { type: 'string' } }, allowPositionals: true });

async function main(): Promise<string> {
  const { JWXT_DATA } = loadConfig(z.object({ JWXT_DATA: commonEnv.JWXT_DATA }));
  const [named, ...rest] = positionals;
  if (named === undefined || rest.length > 0)
    throw new NotDone('请给出一个新文件的名称，或 --role <角色编号> <账号,账号…>');
  const running = process.env.COMMANDS_URL === undefined ? (await askSupervisor(JWXT_DATA))?.env : {};
  if (running === undefined) throw new NotDone(`数据目录 ${JWXT_DATA} 的教务系统没有运行：请先启动它，再执行本命令`);
  if (process.env.COMMANDS_URL === undefined && running.COMMANDS_URL === undefined)
    throw new NotDone('教务系统正在启动，请稍后再试');
  const config = loadConfig(
    z
      .object({ COMMANDS_URL: envHttpUrl(), DATABASE_URL: databaseUrl, ...pairEnv('OPERATOR_SECRET') })
      .superRefine(namesMissing('OPERATOR_SECRET')),
    { ...process.env, ...running },
  );
  const sender = createCommandSender(config.COMMANDS_URL, secretsOf('OPERATOR_SECRET', config)[0]!);
  if (values.role !== undefined) return await grantRole(sender, values.role, named.split(','));
  const pool = createPool(config.DATABASE_URL, { name: 'accounts', max: 1 });
  try {
    return await openAccounts(sender, await readMissingAccounts(pool), named);
  } finally {
    await pool.end();
  }
}

async function grantRole(sender: CommandSender, role: string, userNames: readonly string[]): Promise<string> {
  await sender.load(
    'userRole',
    userNames.map((userName) => ({ userName: userName.trim(), jsbh: role })),
  );
  return `已为 ${userNames.length} 个账号授予角色 ${role}`;
}

async function openAccounts(sender: CommandSender, missing: readonly Person[], path: string): Promise<string> {
  const people = missing
    .filter(({ taken }) => !taken)
    .map((person) => ({ ...person, password: initialPassword(randomBytes(PASSWORD_BYTES)) }));
  const taken = missing.filter((person) => person.taken);
  if (people.length > 0) await writeList(path, people);
  for (let start = 0; start < people.length; start += OPENED_AT_ONCE) {
    const some = people.slice(start, start + OPENED_AT_ONCE);
    await sender.send(
      syncAccounts,
      { people: some.map(({ userName, password }) => ({ userName, password })) },
      { commandId: randomUUID(), actor: loader },
    );
    process.stdout.write(`已开通 ${start + some.length} / ${people.length}\n`);
  }
  const clash =
    taken.length === 0
      ? ''
      : `；${taken.length} 人的账号名已被他人使用，未开通：${taken.map(({ userName }) => userName).join('、')}`;
  return people.length === 0
    ? `没有需要开通的账号${clash}`
    : `已开通 ${people.length} 个账号，初始密码在 ${path}，发放后请删除该文件${clash}`;
}

/** The list for those who hand the passwords out: readable by whoever ran this alone, and never overwritten. */
async function writeList(path: string, people: readonly (Person & { password: string })[]): Promise<void> {
  const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
    throw new NotDone(`不能建立文件 ${path}：${(error as NodeJS.ErrnoException).code ?? String(error)}`);
  });
  const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  try {
    await file.write(
      [
        '\uFEFF账号,姓名,单位,初始密码',
        ...people.map(({ userName, name, departmentName, password }) =>
          [userName, name, departmentName, password].map(cell).join(','),
        ),
        '',
      ].join('\r\n'),
    );
    await file.sync();
  } finally {
    await file.close();
  }
}

try {
  process.stdout.write(`${await main()}\n`);
} catch (error) {
  const told =
    error instanceof InternalCallError
      ? '命令服务没有回应，请看系统日志；已开通的不受影响，可以再执行一次'
      : error instanceof LoadRefused || error instanceof Error
        ? error.message
        : String(error);
  process.stderr.write(`未完成：${told}\n`);
  process.exitCode = 1;
}
