import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { bareEnvironment } from '../engines/child-environment.ts';
import { startChild } from '../engines/child.ts';
import { projectRoot } from '../runtime/config.ts';
import type { Logger } from '../runtime/logger.ts';
import { StartRefused } from '../data-folder/data-folder.ts';

const webDir = join(projectRoot, 'web');
/** What the built pages depend on. */
const sources = [webDir, join(projectRoot, 'contracts', 'src'), join(projectRoot, 'package-lock.json')];
const skipped = /^(node_modules|dist(\..*)?)$/;
const stampName = '.sources';

/**
 * Builds the pages into `web/dist` unless they were built from exactly these sources. Throws with the builder's output.
 * Several may build at once: each builds beside, and puts its whole folder in place. Pages built elsewhere are taken as
 * they are where the builder is not installed (`npm ci --omit=dev`).
 */
export async function buildWeb(logger: Logger, stopping: AbortSignal): Promise<void> {
  const dist = join(webDir, 'dist');
  const stamp = await sourcesStamp();
  if ((await stampOf(dist)) === stamp) return;
  const vite = locateVite();
  if (!vite) {
    if (existsSync(join(dist, 'index.html'))) return;
    throw new StartRefused(
      '页面尚未构建，且未安装构建工具：请执行 npm ci（不要使用 --omit=dev），或放入构建好的 web/dist',
    );
  }
  logger.info('正在构建页面（首次或源码有变化时需要，约半分钟）');
  const beside = `${dist}.${process.pid}`;
  const output: string[] = [];
  const child = await startChild({
    script: vite,
    args: ['build', webDir, '--outDir', beside, '--emptyOutDir', '--logLevel', 'warn'],
    env: { ...bareEnvironment(), NODE_ENV: 'production', NO_COLOR: '1', FORCE_COLOR: '0' },
    dieWithParent: true,
    onLine: (line) => output.push(line),
  });
  const stop = (): void => void child.kill();
  stopping.addEventListener('abort', stop);
  const { code } = await child.exited;
  stopping.removeEventListener('abort', stop);
  try {
    stopping.throwIfAborted();
    if (code !== 0) throw new StartRefused(`页面构建失败：\n${output.slice(-30).join('\n')}`);
    await writeFile(join(beside, stampName), stamp);
    await putInPlace(beside, dist);
  } finally {
    await rm(beside, { recursive: true, force: true });
  }
  logger.info('页面构建完成');
}

/**
 * Puts a whole folder where another one is: who looks never finds a part. Somebody who did it meanwhile with pages of
 * the same sources has done it for both.
 */
export async function putInPlace(beside: string, place: string): Promise<void> {
  const stamp = await stampOf(beside);
  const former = `${beside}.former`;
  for (let isPlaced = false; !isPlaced && (await stampOf(place)) !== stamp;) {
    await rename(place, former).catch(unlessCode('ENOENT'));
    // Refused when another has put its own there just now.
    isPlaced = await rename(beside, place).then(() => true, unlessCode('ENOTEMPTY', 'EEXIST', 'EPERM'));
    await rm(former, { recursive: true, force: true });
  }
}

/** Takes these errors for “not done”. */
const unlessCode =
  (...codes: readonly string[]) =>
  (error: NodeJS.ErrnoException): false => {
    if (codes.includes(error.code ?? '')) return false;
    throw error;
  };

const stampOf = async (folder: string): Promise<string> =>
  await readFile(join(folder, stampName), 'utf8').catch(() => '');

/** Vite's program; undefined where it is not installed (`npm ci --omit=dev`). */
export function locateVite(): string | undefined {
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
      hash
        .update(`${relative(projectRoot, file)}\0`)
        .update(await readFile(file))
        .update('\0');
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
    .filter(
      (file) =>
        !relative(path, file)
          .split(/[\\/]/)
          .some((segment) => skipped.test(segment)),
    )
    .toSorted();
}
