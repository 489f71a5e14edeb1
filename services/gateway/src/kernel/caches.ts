import { cacheActionOf, type CacheAction, type GatewayCacheName } from '@jwxt/contracts/system/cache.vocabulary.ts';
import type { Cache } from '@jwxt/infra/runtime/cache-figures.ts';
import type { Logger } from '@jwxt/infra/runtime/logger.ts';
import type { DatabaseNews } from './database-news.ts';

/** A cache of this gateway; some can be filled before they are asked. */
export interface GatewayCache extends Cache {
  warm?(): Promise<void>;
}

/** What this gateway keeps in memory, by name (SYSADMIN-27). */
export type GatewayCaches = Readonly<Record<GatewayCacheName, GatewayCache>>;

/** Does what administrators order, at whichever gateway they do. */
export function obeyCacheOrders(caches: GatewayCaches, news: DatabaseNews, logger: Logger): void {
  const obey = async (cache: GatewayCache, action: CacheAction | null): Promise<void> => {
    if (action === 'clear') cache.clear();
    if (action === 'warm') await cache.warm?.();
  };
  news.subscribe({
    onNews(payload) {
      for (const [name, cache] of Object.entries(caches))
        obey(cache, cacheActionOf(payload, name as GatewayCacheName)).catch((error: unknown) =>
          logger.warn({ err: error, cache: name }, '缓存没有预热'),
        );
    },
    onGap: () => undefined,
  });
}
