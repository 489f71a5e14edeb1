/**
 * The process that makes the load, so that what it costs is not in the way of what is measured. Told what to do by
 * `load-driver.ts`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from './figure.ts';
import type { LoadAnswer, LoadOrder, LoadRun } from './load-driver.ts';
import { allLoads } from './load/all-loads.ts';
import type { Load } from './load/load.ts';

const loads = new Map<number, Load>();

/** Keeps so many pieces of work under way for some time, or begins one of each worker in every span. */
async function run(load: Load, inFlight: number, ms: number, everyMs: number | null): Promise<LoadRun> {
  const times: number[] = [];
  const cpu = process.cpuUsage();
  const begin = performance.now();
  const work = everyMs === null ? withoutPause : inSpans(everyMs);
  await Promise.all(Array.from({ length: inFlight }, (_, worker) => work(load, worker, { begin, ms, times })));
  const seconds = (performance.now() - begin) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  return {
    operations: times.length,
    perSecond: times.length / seconds,
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    p99: quantile(times, 0.99),
    driverCpuMs: (user + system) / 1000 / times.length,
  };
}

interface Clock {
  readonly begin: number;
  readonly ms: number;
  readonly times: number[];
}

async function withoutPause(load: Load, worker: number, { begin, ms, times }: Clock): Promise<void> {
  for (let now = performance.now(); now - begin < ms;) {
    const started = now;
    await load(worker);
    now = performance.now();
    times.push(now - started);
  }
}

/** Each worker has its own moments, one anywhere in every span. */
function inSpans(everyMs: number) {
  return async (load: Load, worker: number, { begin, ms, times }: Clock): Promise<void> => {
    for (let span = 0; span + everyMs <= ms; span += everyMs) {
      const due = begin + span + Math.random() * everyMs;
      const ahead = due - performance.now();
      if (ahead > 0) await sleep(ahead);
      await load(worker);
      times.push(performance.now() - due);
    }
  };
}

async function carryOut(order: LoadOrder): Promise<LoadRun | null> {
  if (order.kind === 'run') return await run(loads.get(order.load)!, order.inFlight, order.ms, order.everyMs);
  // The parent's types see to it that the options fit.
  const prepare = allLoads[order.name] as (options: unknown) => Load | Promise<Load>;
  loads.set(order.load, await prepare(order.options));
  return null;
}

process.on('message', (order: LoadOrder) => {
  const answer = (content: LoadAnswer): void => void process.send?.(content);
  carryOut(order).then(
    (result) => answer({ id: order.id, result }),
    (error: Error) => answer({ id: order.id, error: error.stack ?? error.message }),
  );
});
process.on('disconnect', () => process.exit());
