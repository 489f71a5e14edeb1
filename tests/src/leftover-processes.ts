import { readFile, readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process that a test run started and did not end. */
export interface LeftoverProcess {
  pid: number;
  command: string;
}

/** Engines need a moment to write everything down. */
const graceMs = 12_000;

/**
 * Finds the processes that carry JWXT_TEST_RUN=`runId` in their environment, which every descendant of a test run
 * inherits. Waits for those that are on their way out, kills the rest and answers them. Works on Linux; elsewhere
 * answers none.
 */
export async function endLeftoverProcesses(runId: string): Promise<LeftoverProcess[]> {
  const deadline = Date.now() + graceMs;
  let found = await findProcesses(runId);
  while (found.length > 0 && Date.now() < deadline) {
    await sleep(100);
    found = await findProcesses(runId);
  }
  for (const { pid } of found) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended in the meantime.
    }
  }
  return found;
}

/** The processes of one test run, except this one. */
export async function findProcesses(runId: string): Promise<LeftoverProcess[]> {
  const marker = `JWXT_TEST_RUN=${runId}`;
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);
  const found: LeftoverProcess[] = [];
  for (const pid of pids) {
    if (pid === process.pid) continue;
    // A process that is ending, or another user's, cannot be read, and is not ours to end.
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    if (!environment.split('\0').includes(marker)) continue;
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    found.push({ pid, command: command.replaceAll('\0', ' ').trim().slice(0, 200) });
  }
  return found;
}
