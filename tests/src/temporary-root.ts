import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What all tests have on disk at once, and what they and their programs take in memory; each twice over. In GiB. */
const needed = { disk: 8, memory: 14 };
const gib = 2 ** 30;

/**
 * The folder for temporary files of a run: a file system in memory where the machine has one and enough memory, because
 * databases by the hundred are copied and deleted; else the usual one.
 */
export function temporaryRoot(shared = '/dev/shm', memory = availableMemory()): string {
  return memory >= needed.memory * gib && holdsPrograms(shared) ? shared : tmpdir();
}

/** The browser is unpacked there: what lies there must be allowed to run. */
function holdsPrograms(folder: string): boolean {
  let own: string | undefined;
  try {
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize < needed.disk * gib) return false;
    own = mkdtempSync(join(folder, 'jwxt-try-'));
    const program = join(own, 'program');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
    execFileSync(program);
    return true;
  } catch {
    return false;
  } finally {
    if (own !== undefined) rmSync(own, { recursive: true, force: true });
  }
}

/** In bytes; 0 where nobody tells. */
function availableMemory(): number {
  try {
    const [, kib] = /^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? [];
    return Number(kib ?? 0) * 1024;
  } catch {
    return 0;
  }
}
