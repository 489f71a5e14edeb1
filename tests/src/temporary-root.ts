import { readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Far more than was seen: the tests had 1.3 GiB there at most whenever somebody looked. In GiB. */
const needed = { disk: 8, memory: 14 };
const gib = 2 ** 30;
const shared = '/dev/shm';

/**
 * The folder for temporary files of a run: a file system in memory where the machine has one and enough memory, because
 * databases by the hundred are copied and deleted; else the usual one.
 */
export function temporaryRoot(
  mounts = told('/proc/mounts'),
  memory = told('/proc/meminfo'),
  free: (folder: string) => number = freeBytes,
): string {
  const fits =
    holdsPrograms(mounts) && availableBytes(memory) >= needed.memory * gib && free(shared) >= needed.disk * gib;
  return fits ? shared : tmpdir();
}

/** The browser is unpacked there: what lies there must be allowed to run. */
function holdsPrograms(mounts: string): boolean {
  const [, , type, options] =
    mounts
      .split('\n')
      .map((line) => line.split(' '))
      .findLast(([, at]) => at === shared) ?? [];
  const given = options?.split(',') ?? [];
  return type === 'tmpfs' && given.includes('rw') && !given.includes('noexec');
}

function availableBytes(memory: string): number {
  return Number(/^MemAvailable:\s+(\d+) kB$/m.exec(memory)?.[1] ?? 0) * 1024;
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** What the system tells there; nothing where there is no such file. */
function told(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
