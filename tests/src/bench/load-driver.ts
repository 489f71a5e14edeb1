import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { allLoads } from './load/all-loads.ts';

/** A load that the driver can make. */
export type LoadName = keyof typeof allLoads;

/** What came out of keeping work under way for some time. */
export interface LoadRun {
  readonly operations: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** CPU milliseconds of the driver itself for one piece of work. */
  readonly driverCpuMs: number;
}

/** What the driver's process is told. */
export type LoadOrder =
  | {
      readonly id: number;
      readonly kind: 'prepare';
      readonly load: number;
      readonly name: LoadName;
      readonly options: unknown;
    }
  | {
      readonly id: number;
      readonly kind: 'run';
      readonly load: number;
      readonly inFlight: number;
      readonly ms: number;
      readonly everyMs: number | null;
    };
/** What it answers. */
export type LoadAnswer =
  | { readonly id: number; readonly result: LoadRun | null }
  | { readonly id: number; readonly error: string };

/**
 * A load that is ready: keeps so many pieces of work under way for so many milliseconds. With `everyMs` each worker
 * begins one in every such span, whatever became of the one before; its time counts from when it should have begun.
 */
export type PreparedLoad = (inFlight: number, ms: number, everyMs?: number) => Promise<LoadRun>;

/** The process that makes loads. */
export interface LoadDriver {
  readonly pid: number;
  /** Makes a load ready. Options travel as JSON. */
  prepare<Name extends LoadName>(name: Name, options: Parameters<(typeof allLoads)[Name]>[0]): Promise<PreparedLoad>;
  stop(): void;
}

/** Starts the driver. */
export function startLoadDriver(): LoadDriver {
  const child = fork(fileURLToPath(new URL('./load-driver-process.ts', import.meta.url)));
  const waiting = new Map<number, { resolve(result: LoadRun | null): void; reject(error: Error): void }>();
  let orders = 0;
  let loads = 0;
  child.on('message', (answer: LoadAnswer) => {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('error' in answer) asked?.reject(new Error(`the load failed: ${answer.error}`));
    else asked?.resolve(answer.result);
  });
  child.on('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`the load driver ended with code ${code}`));
  });
  const tell = (order: (id: number) => LoadOrder): Promise<LoadRun | null> =>
    new Promise((resolve, reject) => {
      orders += 1;
      waiting.set(orders, { resolve, reject });
      child.send(order(orders));
    });
  return {
    pid: child.pid!,
    async prepare(name, options) {
      loads += 1;
      const load = loads;
      await tell((id) => ({ id, kind: 'prepare', load, name, options }));
      return async (inFlight, ms, everyMs) =>
        (await tell((id) => ({ id, kind: 'run', load, inFlight, ms, everyMs: everyMs ?? null })))!;
    },
    stop: () => child.disconnect(),
  };
}
