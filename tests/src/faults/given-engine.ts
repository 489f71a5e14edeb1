import { z } from 'zod';
import { shell } from '@jwxt/infra/testing/programs.ts';
import type { Fault } from './fault.ts';

/** How an engine that runs already is stopped and started: command lines for the shell, which end when it is done. */
const engineCommands = z.object({ stop: z.string().min(1), start: z.string().min(1) });
export type EngineCommands = z.output<typeof engineCommands>;

/** What may be stopped beside the product: the nodes of an event store, and the PostgreSQL that leads. */
const stoppable = z.object({ nodes: z.array(engineCommands), database: engineCommands.nullable() });
export type Stoppable = z.output<typeof stoppable>;

/** Name of the variable that tells the fault load what it may stop. */
export const stoppableVariable = 'FAULT_STOPPABLE';

/** Reads that variable; undefined when nothing may be stopped. */
export function stoppableOf(text: string | undefined): Stoppable | undefined {
  return text === undefined ? undefined : stoppable.parse(JSON.parse(text));
}

/** A cluster needs this long to elect another, and clients to find it. */
const electionSeconds = 30;
const limitMs = 60_000;

/**
 * Runs a command line without the address of this run's store: EventStoreDB takes every variable `EVENTSTORE_…` for an
 * option, and refuses to start with one it does not know.
 */
async function run(line: string): Promise<void> {
  const { EVENTSTORE_URL: _, ...env } = process.env;
  await shell().run(['-c', line], { timeout: limitMs, env });
}

/**
 * Engines stopped at once, and started again after a while: with one of a cluster another one leads, with most of it
 * nobody does.
 */
export function stopped(name: string, engines: readonly EngineCommands[]): Fault {
  return {
    name: `${name} stopped`,
    how: engines.map(({ stop }) => stop).join('; '),
    lastsMs: 5_000,
    recoveryLimitSeconds: electionSeconds,
    async provoke() {
      await Promise.all(engines.map(({ stop }) => run(stop)));
      return {
        async heal() {
          await Promise.all(engines.map(({ start }) => run(start)));
        },
      };
    },
  };
}

/** Each engine in its turn, then most nodes of a cluster. */
export function stopsOf({ nodes, database }: Stoppable): Fault[] {
  const each = nodes.map((node, index) => stopped(`node ${index + 1} of ${nodes.length}`, [node]));
  const most = nodes.length > 2 ? [stopped('most nodes', nodes.slice(0, Math.floor(nodes.length / 2) + 1))] : [];
  return [...each, ...most, ...(database ? [stopped('the PostgreSQL that leads', [database])] : [])];
}
