import { countCache, type Cache } from '@jwxt/infra/runtime/cache-figures.ts';

/** Values that are kept for a short while, so that they are not read again for every request. */
export interface KeptValues<V> extends Cache {
  /**
   * Undefined when there is none, or when it is too old: set longer ago than `withinMs`, which cannot lengthen the
   * store's own limit.
   */
  get(key: string, now: Date, withinMs?: number): V | undefined;
  set(key: string, value: V, now: Date): void;
  delete(key: string): void;
}

/**
 * Creates an empty store; a value is given out for `keptMs` after it was set. What has become too old makes room when
 * something new comes.
 */
export function createKeptValues<V>(keptMs: number): KeptValues<V> {
  // In the order in which they were set, which is that in which they become too old.
  const kept = new Map<string, { value: V; setAt: number }>();
  const count = countCache();
  const isFresh = (setAt: number, now: Date, limitMs = keptMs): boolean => Math.abs(now.getTime() - setAt) < limitMs;
  return {
    get(key, now, withinMs = keptMs) {
      const hit = kept.get(key);
      return count.found(hit && isFresh(hit.setAt, now, Math.min(withinMs, keptMs)) ? hit.value : undefined);
    },
    set(key, value, now) {
      kept.delete(key);
      kept.set(key, { value, setAt: now.getTime() });
      count.changed();
      for (const [oldest, { setAt }] of kept) {
        if (isFresh(setAt, now)) break;
        kept.delete(oldest);
      }
    },
    delete: (key) => void kept.delete(key),
    clear() {
      kept.clear();
      count.changed();
    },
    figures: () => count.figures(kept.size),
  };
}
