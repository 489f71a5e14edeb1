import type { Metrics } from './metrics.ts';

/** What a cache holds, and how often it had what was looked up since its process began. */
export interface CacheFigures {
  readonly size: number;
  readonly hits: number;
  readonly misses: number;
  /** When it last took something in or gave all of it up, in milliseconds since 1970; null: never. */
  readonly changedAt: number | null;
}

/** Something kept in memory that can be read again. */
export interface Cache {
  figures(): CacheFigures;
  /** Forgets all of it. */
  clear(): void;
}

/** Counts what a cache is asked. */
export interface CacheCount {
  /** Counts a look-up, and gives back what it found. */
  found<V>(value: V | undefined): V | undefined;
  /** Something was taken in, or all of it given up. */
  changed(): void;
  figures(size: number): CacheFigures;
}

/** Begins to count. */
export function countCache(): CacheCount {
  let hits = 0;
  let misses = 0;
  let changedAt: number | null = null;
  return {
    found(value) {
      if (value === undefined) misses += 1;
      else hits += 1;
      return value;
    },
    changed() {
      changedAt = Date.now();
    },
    figures: (size) => ({ size, hits, misses, changedAt }),
  };
}

/** Metrics of caches, by name. */
export const cacheMetrics = {
  entries: 'jwxt_cache_entries',
  lookups: 'jwxt_cache_lookups',
  changed: 'jwxt_cache_changed_timestamp_seconds',
} as const;

/** Tells the figures of a process's caches, by their names. */
export function observeCaches(metrics: Metrics, caches: Readonly<Record<string, Cache>>): void {
  const all = Object.entries(caches);
  metrics.gauge(cacheMetrics.entries, 'Entries that a cache in memory holds', ['cache'], (gauge) => {
    for (const [cache, { figures }] of all) gauge.set({ cache }, figures().size);
  });
  metrics.gauge(
    cacheMetrics.lookups,
    'Look-ups of a cache since the process began, by outcome: hit or miss',
    ['cache', 'outcome'],
    (gauge) => {
      for (const [cache, { figures }] of all) {
        const { hits, misses } = figures();
        gauge.set({ cache, outcome: 'hit' }, hits);
        gauge.set({ cache, outcome: 'miss' }, misses);
      }
    },
  );
  metrics.gauge(cacheMetrics.changed, 'When a cache last took something in or was cleared', ['cache'], (gauge) => {
    for (const [cache, { figures }] of all) {
      const { changedAt } = figures();
      if (changedAt !== null) gauge.set({ cache }, changedAt / 1000);
    }
  });
}
