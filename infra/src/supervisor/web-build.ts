import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { startChild } from '../engines/child.ts';
import { projectRoot } from '../runtime/config.ts';
import type { Logger } from '../runtime/logger.ts';
import { StartRefused } from './data-folder.ts';

const webDir = join(projectRoot, 'web');
/** What the built pages depend on. */
const sources = [webDir, join(projectRoot, 'contracts', 'src'), join(projectRoot, 'package-lock.json')];
const skipped = new Set(['node_modules', 'dist']);

/**
 * Builds the pages into `web/dist` unless they were built from exactly these sources. Throws with the builder's output.
 * Pages built elsewhere are taken as they are where the builder is not installed (`npm ci --omit=dev`).
 */
export async function buildWeb(logger: Logger, stopping: AbortSignal): Promise<void> {
  const stampFile = join(webDir, 'dist', '.sources');
  const stamp = await sourcesStamp();
  const built = await readFile(stampFile, 'utf8').catch(() => '');
  if (built === stamp) return;
  const vite = locateVite();
  if (!vite) {
    if (existsSync(join(webDir, 'dist', 'index.html'))) return;
    throw new StartRefused('页面尚未构建，且未安装构建工具：请执行 npm ci（不要使用 --omit=dev），或放入构建好的 web/dist');
  }
  logger.info('正在构建页面（首次或源码有变化时需要，约半分钟）');
  const output: string[] = [];
  const child = await startChild({
    script: vite,
    args: ['build', webDir, '--logLevel', 'warn'],
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1', FORCE_COLOR: '0' },
    dieWithParent: true,
    onLine: (line) => output.push(line),
  });
  const stop = (): void => void child.kill();
  stopping.addEventListener('abort', stop);
  const { code } = await child.exited;
  stopping.removeEventListener('abort', stop);
  stopping.throwIfAborted();
  if (code !== 0) throw new StartRefused(`页面构建失败：\n${output.slice(-30).join('\n')}`);
  await writeFile(stampFile, stamp);
  logger.info('页面构建完成');
}

function locateVite(): string | undefined {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin', 'vite.js');
  } catch {
    return undefined;
  }
}

async function sourcesStamp(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of await filesBelow(source)) {
      hash.update(`${relative(projectRoot, file)}\0`).update(await readFile(file)).update('\0');
    }
  }
  return hash.digest('hex');
}

async function filesBelow(path: string): Promise<string[]> {
  if (!existsSync(path)) return [];
  const entries = await readdir(path, { withFileTypes: true, recursive: true }).catch(() => undefined);
  if (!entries) return [path];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !relative(path, file).split(/[\\/]/).some((segment) => skipped.has(segment)))
    .toSorted();
}
