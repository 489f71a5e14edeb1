/** A map of bounded weight that forgets what was used longest ago. */
export interface LruCache<V> {
  get(key: string): V | undefined;
  /** Weight 1 unless given. */
  set(key: string, value: V, weight?: number): void;
  delete(key: string): void;
  clear(): void;
  readonly size: number;
}

/** Creates a cache that holds at most `limit` of weight. */
export function createLruCache<V>(limit: number): LruCache<V> {
  const entries = new Map<string, { value: V; weight: number }>();
  let total = 0;
  const remove = (key: string): void => {
    const entry = entries.get(key);
    if (!entry) return;
    total -= entry.weight;
    entries.delete(key);
  };
  return {
    get(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value, weight = 1) {
      remove(key);
      entries.set(key, { value, weight });
      total += weight;
      for (const oldest of entries.keys()) {
        if (total <= limit || oldest === key) break;
        remove(oldest);
      }
    },
    delete: remove,
    clear() {
      entries.clear();
      total = 0;
    },
    get size() {
      return entries.size;
    },
  };
}
