import { randomBytes } from 'node:crypto';
import { access, chmod, constants, link, mkdir, readFile, stat, unlink, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';

/** Something that the operator must put right; the message is Chinese and complete. */
export class StartRefused extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StartRefused';
  }
}

const secretsSchema = z.object({ postgresPassword: z.string().min(32), internalToken: z.string().min(32) });

/** Random secrets of one installation, made at the first start. */
export type Secrets = z.output<typeof secretsSchema>;

/**
 * Folders that are only for the account that the system runs as. PostgreSQL's own is closed by itself, to another
 * account.
 */
const closedFolders = ['logs', 'eventstore', 'files'];

/**
 * Makes the data folder. Other accounts may pass through it (PostgreSQL runs as one), but neither list it nor look into
 * what is below, also where an earlier version left it open.
 */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  try {
    await makeFolder(join(dataDir, 'logs'));
    await chmod(dataDir, 0o711);
    for (const folder of closedFolders) await chmod(join(dataDir, folder), 0o700).catch(unlessMissing);
    await writeFile(join(dataDir, '.writable'), '', { mode: 0o600 });
  } catch (error) {
    throw new StartRefused(
      `无法使用数据目录 ${dataDir}：${await whyNotWritable(dataDir, error)}，请改用它的主人启动，或用 JWXT_DATA ` +
        '指定另一个目录',
      error,
    );
  }
}

function unlessMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

/**
 * Makes a folder and those above it. (Node's own way never ends where the system takes back what it says: below
 * `/proc`, for example.)
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(folder)).isDirectory()) return;
    if (
      code !== 'ENOENT' ||
      (await stat(dirname(folder)).then(
        () => true,
        () => false,
      ))
    )
      throw error;
    await makeFolder(dirname(folder));
    await mkdir(folder);
  }
}

/**
 * Why a folder cannot be made or written into, in words: the system's own error names the folder that is missing, not
 * the one above it in which nothing can be made.
 */
export async function whyNotWritable(folder: string, error: unknown): Promise<string> {
  let there = folder;
  let found = await stat(there).catch(() => undefined);
  while (!found && dirname(there) !== there) {
    there = dirname(there);
    found = await stat(there).catch(() => undefined);
  }
  if (found && !found.isDirectory()) return `${there} 不是目录`;
  const denied = await access(there, constants.W_OK | constants.X_OK).then(
    () => undefined,
    ({ code }: NodeJS.ErrnoException) => code,
  );
  const code = denied ?? (error as NodeJS.ErrnoException).code;
  if (code === 'EROFS') return `${there} 所在的文件系统是只读的`;
  if (code === 'EACCES' || code === 'EPERM')
    return `当前用户（${userInfo().username}）不能写入 ${there}，它属于另一个用户（例如曾用 root 启动）或是只读的`;
  if (code === 'ENOSPC' || code === 'EDQUOT') return `${there} 所在的磁盘已满`;
  return `不能在 ${there} 中写入（${code ?? String(error)}）`;
}

/** Reads the secrets of the folder, or makes them: a file that only its owner can read, never half written. */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  const path = join(dataDir, 'secrets.json');
  const existing = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new StartRefused(`无法读取密钥文件 ${path}：${error.message}`, error);
  });
  if (existing !== undefined) {
    try {
      return secretsSchema.parse(JSON.parse(existing));
    } catch (error) {
      throw new StartRefused(`密钥文件 ${path} 已损坏，请从备份恢复`, error);
    }
  }
  const secrets: Secrets = {
    postgresPassword: randomBytes(24).toString('hex'),
    internalToken: randomBytes(24).toString('hex'),
  };
  const temporary = `${path}.${process.pid}`;
  await writeFile(temporary, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  await link(temporary, path);
  await unlink(temporary);
  return secrets;
}
