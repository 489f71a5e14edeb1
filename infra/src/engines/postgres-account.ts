import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/** How to start a PostgreSQL program: the command that stands in front, and the account. */
export interface ProgramAccount {
  prefix: readonly string[];
  uid?: number;
  gid?: number;
}

interface Ids {
  uid: number;
  gid: number;
}

/**
 * PostgreSQL refuses to run as root. As root we run it as the owner of the data that is there, or else as `postgres` or
 * `nobody`. When that account may not enter the folders on the way (a checkout under /root), the program is started
 * through `setpriv`, which keeps just the right to pass them. For an ordinary user nothing changes.
 */
export function postgresAccount(dataDir: string, paths: readonly string[]): ProgramAccount {
  if (process.platform === 'win32' || process.getuid?.() !== 0) return { prefix: [] };
  const ids = ownerOf(dataDir) ?? lookUp('postgres') ?? lookUp('nobody');
  if (!ids) {
    throw new Error(
      'PostgreSQL 不能以 root 运行，而本机没有 postgres 或 nobody 账户：请改用普通用户启动，或设置 DATABASE_URL',
    );
  }
  const closed = paths.map((path) => closedFolder(path, ids)).filter((folder) => folder !== undefined);
  if (closed.length === 0) return { prefix: [], ...ids };
  if (!commandExists('setpriv')) {
    throw new Error(
      `PostgreSQL 不能以 root 运行，而账户 ${ids.uid} 进不了 ${[...new Set(closed)].join('、')}：` +
        '请把项目和数据放到其他用户可以进入的目录，改用普通用户启动，或设置 DATABASE_URL',
    );
  }
  const keep = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  return { prefix: ['setpriv', `--reuid=${ids.uid}`, `--regid=${ids.gid}`, '--clear-groups', ...keep] };
}

/** The account that will own the data folder; undefined when it is simply the current user. */
export function dataOwner(dataDir: string): Ids | undefined {
  if (process.platform === 'win32' || process.getuid?.() !== 0) return undefined;
  return ownerOf(dataDir) ?? lookUp('postgres') ?? lookUp('nobody');
}

function ownerOf(path: string): Ids | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined;
}

function lookUp(account: string): Ids | undefined {
  try {
    const id = (flag: string): number =>
      Number(execFileSync('id', [flag, account], { stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

function commandExists(command: string): boolean {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * The first folder above a path that an account may not enter; undefined when it may enter all. Reads mode bits only.
 */
function closedFolder(path: string, ids: Ids): string | undefined {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const bit = uid === ids.uid ? 0o100 : gid === ids.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}
