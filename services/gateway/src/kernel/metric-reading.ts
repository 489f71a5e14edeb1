import type { MetricFamily } from '@jwxt/infra/runtime/metrics.ts';

/** The figures of one service process at one moment. */
export interface MetricReading {
  /** Host and process id; figures of different processes are not compared. */
  readonly instance: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly families: ReadonlyMap<string, MetricFamily>;
}

type Labels = Readonly<Record<string, string>>;

/** Makes a reading of what `GET /metrics` told. */
export function readingOf(families: readonly MetricFamily[], at: number): MetricReading {
  const byName = new Map(families.map((family) => [family.name, family]));
  return { instance: String(byName.get('jwxt_service_info')?.values[0]?.labels.instance ?? ''), at, families: byName };
}

/** The sum of a metric's samples with these labels; null when there is none. */
export function valueOf(reading: MetricReading, name: string, labels: Labels = {}): number | null {
  const found = (reading.families.get(name)?.values ?? []).filter((sample) => hasLabels(sample.labels, labels));
  return found.length === 0 ? null : found.reduce((sum, sample) => sum + sample.value, 0);
}

/** The values that a label has, in order. */
export function labelValues(reading: MetricReading, name: string, label: string): string[] {
  return [
    ...new Set(
      (reading.families.get(name)?.values ?? []).flatMap(({ labels }) =>
        labels[label] === undefined ? [] : [String(labels[label])],
      ),
    ),
  ].toSorted();
}

/** Growth a minute between two readings of one process; null when they are not of one, or are of the same moment. */
export function perMinute(
  before: MetricReading | undefined,
  now: MetricReading,
  name: string,
  labels: Labels = {},
): number | null {
  if (!before || before.instance !== now.instance || now.at <= before.at) return null;
  return (((valueOf(now, name, labels) ?? 0) - (valueOf(before, name, labels) ?? 0)) * 60_000) / (now.at - before.at);
}

/**
 * The value of a histogram below which a share of what was observed between two readings lies; null when nothing was.
 */
export function quantile(
  before: MetricReading | undefined,
  now: MetricReading,
  name: string,
  share: number,
  labels: Labels = {},
): number | null {
  if (!before || before.instance !== now.instance) return null;
  const earlier = bucketsOf(before, name, labels);
  const counts = [...bucketsOf(now, name, labels)]
    .map(([bound, count]) => ({ bound, count: count - (earlier.get(bound) ?? 0) }))
    .toSorted((a, b) => a.bound - b.bound);
  const total = counts.at(-1)?.count ?? 0;
  if (total === 0) return null;
  const wanted = share * total;
  const at = counts.findIndex(({ count }) => count >= wanted);
  const [bucket, below] = [counts[at]!, counts[at - 1] ?? { bound: 0, count: 0 }];
  // Beyond the last bound nothing is known but that it was reached.
  if (!Number.isFinite(bucket.bound)) return below.bound;
  return below.bound + ((bucket.bound - below.bound) * (wanted - below.count)) / (bucket.count - below.count);
}

/** Cumulative counts by upper bound. */
function bucketsOf(reading: MetricReading, name: string, labels: Labels): Map<number, number> {
  const counts = new Map<number, number>();
  for (const sample of reading.families.get(name)?.values ?? []) {
    if (sample.metricName !== `${name}_bucket` || !hasLabels(sample.labels, labels)) continue;
    const bound = sample.labels.le === '+Inf' ? Infinity : Number(sample.labels.le);
    counts.set(bound, (counts.get(bound) ?? 0) + sample.value);
  }
  return counts;
}

function hasLabels(given: Readonly<Record<string, string | number>>, wanted: Labels): boolean {
  return Object.entries(wanted).every(([label, value]) => String(given[label]) === value);
}
