import { readdirSync, readFileSync } from 'node:fs';
import { pidOf } from '../testing/product.ts';
import type { FaultSite } from './fault-site.ts';

/** An engine of the product, which writes to the disk. */
export type EngineName = 'eventstore' | 'postgres';

/** The engine as the report calls it. */
export const engineTitles: Record<EngineName, string> = { eventstore: 'the event store', postgres: 'PostgreSQL' };

/** All processes of an engine, its main one first; none while it is down. Linux only: reads /proc. */
export async function engineProcesses(site: FaultSite, engine: EngineName): Promise<number[]> {
  const main = await pidOf(site.product, engine);
  return main === undefined ? [] : [main, ...childrenOf(main)];
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent);
}

function parentOf(pid: number): number | undefined {
  try {
    // The name in brackets may hold anything; the state and the parent follow it.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[1]);
  } catch {
    return undefined;
  }
}

/** Sends a signal; a process that has ended meanwhile is no matter. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/**
 * Does something to all processes of an engine, again and again, so that new ones are met too. Answers what ends it.
 */
export function keepDoing(
  site: FaultSite,
  engine: EngineName,
  everyMs: number,
  act: (pids: readonly number[]) => Promise<void>,
): () => Promise<void> {
  const stopping = new AbortController();
  const done = (async () => {
    while (!stopping.signal.aborted) {
      await act(await engineProcesses(site, engine));
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  })();
  // Told by who ends it.
  done.catch(() => undefined);
  return async () => {
    stopping.abort();
    await done;
  };
}
