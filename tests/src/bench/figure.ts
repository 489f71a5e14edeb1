/** One measured figure beside its baseline, measured in the same run. */
export interface Figure {
  readonly id: string;
  readonly unit: 'per second' | 'ms';
  readonly value: number;
  /** The same work without the product. */
  readonly baseline: number;
  /** What the baseline is. */
  readonly against: string;
}

/** The middle one; the lower of the two middle ones when they are even. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value below which a share of all values lies. Throws when there are none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1))];
  if (value === undefined) throw new Error('nothing was measured');
  return value;
}

/** How often a second some workers get a piece of work done, side by side, over some time. */
export async function perSecond(workers: number, ms: number, work: (worker: number) => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  let done = 0;
  await Promise.all(Array.from({ length: workers }, async (_, worker) => {
    while (performance.now() - begin < ms) {
      await work(worker);
      done += 1;
    }
  }));
  return done / ((performance.now() - begin) / 1000);
}

/** How long one piece of work takes, in milliseconds. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

/** Measures one thing and its baseline in turns, so that what disturbs the machine disturbs both. Answers the medians. */
export async function inTurns(rounds: number, measure: () => Promise<number>, baseline: () => Promise<number>): Promise<{ value: number; baseline: number }> {
  const values: number[] = [];
  const baselines: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    baselines.push(await baseline());
    values.push(await measure());
  }
  return { value: median(values), baseline: median(baselines) };
}

/** What `bench-results.json` holds of a figure. */
export function resultOf({ id, unit, value, baseline }: Figure): { id: string; unit: string; value: number; baseline: number; ratio: number } {
  return { id, unit, value: rounded(value), baseline: rounded(baseline), ratio: Math.round((value / baseline) * 1000) / 1000 };
}

/** The figures as a table for people. */
export function tableOf(figures: readonly Figure[]): string {
  const lines = figures.map((figure) => {
    const { id, unit, value, baseline, ratio } = resultOf(figure);
    return [id, String(value), String(baseline), String(ratio), unit, figure.against];
  });
  const all = [['figure', 'value', 'baseline', 'ratio', 'unit', 'baseline is'], ...lines];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((line) => line[column]!.length)));
  return all.map((line) => line.map((cell, column) => (column >= 1 && column <= 3 ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!))).join('  ').trimEnd()).join('\n');
}

function rounded(value: number): number {
  return value >= 100 ? Math.round(value) : Math.round(value * 100) / 100;
}
