import {
  cacheNames,
  cacheOrder,
  caches,
  REFERENCE_CHANGED_CHANNEL,
  type CacheAction,
  type CacheName,
} from '@jwxt/contracts/system/cache.vocabulary.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations } from '../kernel/operation-log.ts';

/** Tells every process what to do with a cache, or with all of them, with the commit (SYSADMIN-27). */
export async function orderCaches(
  client: PoolClient,
  context: CommandContext,
  action: CacheAction,
  cacheName: CacheName | null,
): Promise<{ caches: number }> {
  await client.query('select pg_notify($1, $2)', [REFERENCE_CHANGED_CHANNEL, cacheOrder(action, cacheName)]);
  const ordered = cacheName === null ? cacheNames : [cacheName];
  await logOperations(
    client,
    context,
    action,
    'cacheManagement',
    ordered.map((key) => ({ key, before: null, after: { title: caches[key].title } })),
  );
  return { caches: ordered.length };
}
