/** What is to be reached, and whether it was. */
export interface Aim {
  /** In the words of the table: `≥ 0.4 of raw`. */
  readonly text: string;
  readonly met: boolean;
}

/** One measured figure beside its baseline, measured in the same run. */
export interface Figure {
  readonly id: string;
  readonly unit: '1/s' | 'ms' | 'MB' | 'kB' | 'answers' | 'cells' | 'score';
  readonly value: number;
  /** The same work without the product, or whatever `against` says. */
  readonly baseline: number;
  /** What the baseline is. */
  readonly against: string;
  readonly aims?: readonly Aim[];
  /** CPU milliseconds of each process for one operation. */
  readonly cpu?: Readonly<Record<string, number>>;
}

/** What `bench-results.json` holds of a figure. */
export interface Result {
  id: string;
  unit: Figure['unit'];
  value: number;
  baseline: number;
  ratio: number;
  cpu?: Record<string, number>;
  aims?: Aim[];
}

/** At least so much. */
export function atLeast(value: number, least: number, unit: string): Aim {
  return { text: `≥ ${least.toLocaleString('en')}${unit}`, met: value >= least };
}

/** At most so much. */
export function atMost(value: number, most: number, unit: string): Aim {
  return { text: `≤ ${most.toLocaleString('en')}${unit}`, met: value <= most };
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

/** How long one piece of work takes, in milliseconds. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

/** Three digits that say something. */
export function rounded(value: number): number {
  if (value === 0 || !Number.isFinite(value)) return value;
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return Number(value.toFixed(Math.min(digits, 6)));
}

/** The part of a figure that is kept. The ratio of two zeros is 1. */
export function resultOf({ id, unit, value, baseline, cpu, aims }: Figure): Result {
  return {
    id,
    unit,
    value: rounded(value),
    baseline: rounded(baseline),
    ratio: value === baseline ? 1 : rounded(value / baseline),
    ...(cpu ? { cpu: Object.fromEntries(Object.entries(cpu).map(([name, ms]) => [name, rounded(ms)])) } : {}),
    ...(aims ? { aims: [...aims] } : {}),
  };
}
