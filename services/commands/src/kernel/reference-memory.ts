import { cacheActionOf, isCacheOrder, REFERENCE_CHANGED_CHANNEL } from '@jwxt/contracts/system/cache.vocabulary.ts';
import { createBackoff, pause } from '@jwxt/infra/runtime/backoff.ts';
import { countCache, type Cache } from '@jwxt/infra/runtime/cache-figures.ts';
import type { Logger } from '@jwxt/infra/runtime/logger.ts';
import { listen, type Listener } from '@jwxt/infra/runtime/postgres.ts';
import { createLruCache } from '@jwxt/infra/runtime/lru-cache.ts';

/**
 * Reference data that decisions read again and again, kept in memory between its changes. A change committed by anybody
 * empties the memory as soon as the database tells of it (some milliseconds); while nothing can be heard, nothing is
 * remembered. What is decided in these milliseconds is decided as if it had come just before the change.
 */
export interface ReferenceMemory {
  /**
   * What `load` answered since the last change, or answers now. `load` reads only tables whose changes are told
   * (migration 005).
   */
  recall<T>(key: string, load: () => Promise<T>): Promise<T>;
  /** Forgets everything: this process has just changed reference data itself. */
  forget(): void;
  readonly cache: Cache;
  close(): Promise<void>;
}

/** Options of {@link keepReferenceMemory}. */
export interface ReferenceMemoryOptions {
  readonly databaseUrl: string;
  readonly logger: Logger;
  /**
   * Longest time that anything is remembered, in milliseconds, should a line be dead without anybody noticing. Default
   * 30 s.
   */
  readonly maxAgeMs?: number;
}

const maxEntries = 20_000;

/** Starts to listen; until it hears, everything is loaded each time. */
export function keepReferenceMemory({
  databaseUrl,
  logger,
  maxAgeMs = 30_000,
}: ReferenceMemoryOptions): ReferenceMemory {
  const entries = createLruCache<{ readonly value: Promise<unknown>; readonly until: number }>(maxEntries);
  const stopping = new AbortController();
  let listener: Listener | undefined;
  const count = countCache();
  const forget = (): void => {
    entries.clear();
    count.changed();
  };
  const onNotification = (news: string): void => {
    if (!isCacheOrder(news) || cacheActionOf(news, 'reference') === 'clear') forget();
  };

  const begin = async (): Promise<void> => {
    const backoff = createBackoff(100, 5_000);
    while (!stopping.signal.aborted) {
      try {
        const handler = { onNotification, onGap: forget };
        listener = await listen(databaseUrl, REFERENCE_CHANGED_CHANNEL, handler, logger, stopping.signal);
        return;
      } catch (error) {
        logger.debug({ err: error }, '尚无法监听基础数据的变化');
        await pause(backoff.next(), stopping.signal);
      }
    }
  };
  const listening = begin();

  return {
    async recall<T>(key: string, load: () => Promise<T>): Promise<T> {
      if (!listener?.connected) {
        forget();
        return await load();
      }
      const kept = entries.get(key);
      const known = count.found(kept && kept.until > performance.now() ? kept : undefined);
      if (known) return await (known.value as Promise<T>);
      // Put there before it is loaded, so that a change that is told meanwhile takes it away.
      const value = load();
      const entry = { value, until: performance.now() + maxAgeMs };
      entries.set(key, entry);
      count.changed();
      try {
        return await value;
      } catch (error) {
        if (entries.get(key) === entry) entries.delete(key);
        throw error;
      }
    },
    forget,
    cache: { figures: () => count.figures(entries.size), clear: forget },
    async close() {
      stopping.abort();
      await listening;
      await listener?.close();
    },
  };
}
