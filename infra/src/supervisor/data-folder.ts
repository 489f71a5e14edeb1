import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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

/** Makes the data folder. Other accounts may pass through it (PostgreSQL runs as one), but not list it. */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(join(dataDir, 'logs'), { recursive: true });
    await chmod(dataDir, 0o711);
    await writeFile(join(dataDir, '.writable'), '');
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    throw new StartRefused(
      `无法使用数据目录 ${dataDir}：${reason}。它可能由其他用户创建（例如曾用 root 启动），请改用该用户启动，或用 JWXT_DATA 指定另一个目录`,
      error,
    );
  }
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
