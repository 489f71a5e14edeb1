import { median } from './figure.ts';
import type { LoadRun, PreparedLoad } from './load-driver.ts';
import { cpuOf, type Processes } from './process-cost.ts';

/** Medians over the rounds. */
export interface Summary extends Omit<LoadRun, 'operations' | 'driverCpuMs'> {
  /** CPU milliseconds of each process for one operation; `driver` is what made the load. */
  readonly cpu: Readonly<Record<string, number>>;
}

/** How long and how often. */
export interface Plan {
  readonly inFlight: number;
  readonly rounds: number;
  readonly roundMs: number;
}

const warmUpMs = 500;

/** Measures loads in turns, so that what disturbs the machine disturbs all of them. Answers a summary for each. */
export async function inTurns(
  processes: Processes,
  loads: readonly PreparedLoad[],
  { inFlight, rounds, roundMs }: Plan,
): Promise<Summary[]> {
  for (const load of loads) await load(inFlight, Math.min(warmUpMs, roundMs));
  const runs = loads.map((): { run: LoadRun; cpu: Record<string, number> }[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, load] of loads.entries()) {
      const before = await cpuOf(processes);
      const run = await load(inFlight, roundMs);
      const after = await cpuOf(processes);
      const cpu = Object.fromEntries(
        Object.keys(processes).map((name) => [name, (after[name]! - before[name]!) / run.operations]),
      );
      runs[index]!.push({ run, cpu: { ...cpu, driver: run.driverCpuMs } });
    }
  }
  return runs.map((list) => {
    const of = (value: 'perSecond' | 'p50' | 'p95' | 'p99'): number => median(list.map(({ run }) => run[value]));
    const names = Object.keys(list[0]!.cpu);
    return {
      perSecond: of('perSecond'),
      p50: of('p50'),
      p95: of('p95'),
      p99: of('p99'),
      cpu: Object.fromEntries(names.map((name) => [name, median(list.map(({ cpu }) => cpu[name]!))])),
    };
  });
}
