import { readFile, readdir } from 'node:fs/promises';

/** Processes by the name under which they are reported; a name may stand for several, and for their children. */
export type Processes = Readonly<Record<string, ProcessGroup>>;

/** Processes that are counted as one. */
export interface ProcessGroup {
  readonly pids: readonly number[];
  /** Whether their children belong to it, as PostgreSQL's do. */
  readonly withChildren?: boolean;
}

/** Linux counts in hundredths of a second. */
const tickMs = 10;

interface Stat {
  pid: number;
  parent: number;
  ownTicks: number;
  waitedTicks: number;
}

/** CPU time of each group since its start, in milliseconds, children that have ended included. Linux only. */
export async function cpuOf(processes: Processes): Promise<Record<string, number>> {
  const all = await readStats();
  return Object.fromEntries(
    Object.entries(processes).map(([name, group]) => {
      const ticks = membersOf(group, all).reduce(
        (sum, { pid, ownTicks, waitedTicks }) =>
          sum + ownTicks + (group.pids.includes(pid) && group.withChildren ? waitedTicks : 0),
        0,
      );
      return [name, ticks * tickMs];
    }),
  );
}

/** Memory of each group in MB: shared pages are counted once, among those who share them. */
export async function memoryOf(processes: Processes): Promise<Record<string, number>> {
  const all = await readStats();
  const entries = await Promise.all(
    Object.entries(processes).map(async ([name, group]) => {
      const sizes = await Promise.all(
        membersOf(group, all).map(({ pid }) => field(`/proc/${pid}/smaps_rollup`, 'Pss')),
      );
      return [name, sizes.reduce((sum, size) => sum + size, 0) / 1024] as const;
    }),
  );
  return Object.fromEntries(entries);
}

/** The most memory that each group ever had, in MB; of a group with children what it has now. */
export async function peakMemoryOf(processes: Processes): Promise<Record<string, number>> {
  const now = await memoryOf(processes);
  const entries = await Promise.all(
    Object.entries(processes).map(async ([name, { pids, withChildren }]) => {
      const peaks = await Promise.all(pids.map((pid) => field(`/proc/${pid}/status`, 'VmHWM')));
      return [name, withChildren ? now[name]! : peaks.reduce((sum, peak) => sum + peak, 0) / 1024] as const;
    }),
  );
  return Object.fromEntries(entries);
}

function membersOf(group: ProcessGroup, all: readonly Stat[]): Stat[] {
  return all.filter(
    ({ pid, parent }) => group.pids.includes(pid) || (group.withChildren && group.pids.includes(parent)),
  );
}

async function readStats(): Promise<Stat[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);
  const stats = await Promise.all(
    pids.map(async (pid): Promise<Stat | undefined> => {
      const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      // The name in parentheses may hold anything; the fields behind it are counted from the state on.
      const fields = text
        .slice(text.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      return text === ''
        ? undefined
        : { pid, parent: fields[1]!, ownTicks: fields[11]! + fields[12]!, waitedTicks: fields[13]! + fields[14]! };
    }),
  );
  return stats.filter((stat) => stat !== undefined);
}

/** A field in kB of one of the files about a process; 0 when it has ended. */
async function field(path: string, name: string): Promise<number> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
}
