import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { ConfigError } from '../runtime/config.ts';
import { readTlsFiles, type tlsEnv, tlsFilesOf, TlsFilesUnusable } from '../runtime/tls-files.ts';
import { makeFolder, whyNotWritable } from '../data-folder/data-folder.ts';
import type { SupervisorConfig } from './supervisor.config.ts';

/**
 * Looks, before anything starts, at what the configuration points to on this machine: address, certificate, folder of
 * attachments. Throws {@link ConfigError} with a sentence for each that cannot be used.
 */
export async function checkStart(
  config: Pick<SupervisorConfig, 'HOST' | 'FILES_ROOT' | keyof typeof tlsEnv>,
): Promise<void> {
  const found = [
    await hostProblem(config.HOST),
    config.FILES_ROOT === undefined ? undefined : await folderProblem(config.FILES_ROOT),
    tlsProblem(config),
  ];
  const problems = found.filter((problem) => problem !== undefined);
  if (problems.length > 0) throw new ConfigError(problems);
}

async function hostProblem(host: string): Promise<string | undefined> {
  const server = createServer();
  const code = await new Promise<string | undefined>((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port: 0, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
  if (code === undefined) return undefined;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return (
      `配置有误：环境变量 HOST 的值“${host}”无法解析成地址，应为本机的地址，例如 127.0.0.1（仅本机）或 ` +
      '0.0.0.0（所有网卡）'
    );
  return (
    `配置有误：环境变量 HOST 的值“${host}”不是本机的地址（${code}），应为本机的地址，例如 127.0.0.1（仅本机）或 ` +
    '0.0.0.0（所有网卡）'
  );
}

async function folderProblem(folder: string): Promise<string | undefined> {
  const probe = join(folder, `.writable-${randomUUID()}`);
  try {
    await makeFolder(folder);
    await writeFile(probe, '');
    return undefined;
  } catch (error) {
    return `配置有误：环境变量 FILES_ROOT 的值“${folder}”不能用作附件目录：${await whyNotWritable(folder, error)}`;
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}

function tlsProblem(config: Pick<SupervisorConfig, keyof typeof tlsEnv>): string | undefined {
  try {
    const files = tlsFilesOf(config);
    if (files) readTlsFiles(files);
    return undefined;
  } catch (error) {
    if (error instanceof TlsFilesUnusable) return error.message;
    throw error;
  }
}
