import { yesNoOf } from '@jwxt/contracts/kernel/yes-no.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { clearCache, warmCache } from '@jwxt/contracts/system/cache.command.ts';
import { clearCaches, queryCaches, warmCaches, type CacheView } from '@jwxt/contracts/system/cache.operations.ts';
import { cacheNames, caches, type CacheName } from '@jwxt/contracts/system/cache.vocabulary.ts';
import { cacheMetrics, type CacheFigures } from '@jwxt/infra/runtime/cache-figures.ts';
import { instanceName } from '@jwxt/infra/runtime/metrics-process.ts';
import type { GatewayCache, GatewayCaches } from '../kernel/caches.ts';
import { handler } from '../kernel/handler.ts';
import { valueOf, type MetricReading } from '../kernel/metric-reading.ts';
import { runCommand } from '../kernel/run-command.ts';

const serviceNames = { gateway: '网关', commands: '命令服务' } as const;

const queryHandler = handler(queryCaches, async ({ cacheName: asked = '' }, { services }) => {
  // What the commands service has is told by its figures.
  await services.watch.look();
  const { reading } = services.watch.latest('commands');
  const own: Partial<Record<CacheName, GatewayCache>> = services.caches satisfies GatewayCaches;
  const list = cacheNames
    .filter((name) => `${name} ${caches[name].title}`.toLowerCase().includes(asked.toLowerCase()))
    .map((name) => viewOf(name, own[name]?.figures() ?? figuresIn(reading, name), own[name]?.warm !== undefined));
  return { gateway: instanceName, list };
});

const clearHandler = handler(clearCaches, ({ commandId, cacheName = null }, call) =>
  runCommand(clearCache, { cacheName }, call, { commandId }),
);
const warmHandler = handler(warmCaches, ({ commandId, cacheName = null }, call) =>
  runCommand(warmCache, { cacheName }, call, { commandId }),
);

/** Null: the service does not answer. */
function figuresIn(reading: MetricReading | null, cache: CacheName): CacheFigures | null {
  const size = reading && valueOf(reading, cacheMetrics.entries, { cache });
  if (reading === null || size === null) return null;
  const lookups = (outcome: string): number => valueOf(reading, cacheMetrics.lookups, { cache, outcome }) ?? 0;
  const changed = valueOf(reading, cacheMetrics.changed, { cache });
  return { size, hits: lookups('hit'), misses: lookups('miss'), changedAt: changed && changed * 1000 };
}

function viewOf(cacheName: CacheName, figures: CacheFigures | null, isWarmable: boolean): CacheView {
  const { title, holds, service } = caches[cacheName];
  const { size = null, hits = 0, misses = 0, changedAt = null } = figures ?? {};
  const lookups = hits + misses;
  return {
    cacheName,
    title,
    holds,
    serviceName: serviceNames[service],
    size,
    hits,
    misses,
    hitRate: lookups === 0 ? null : Math.round((1000 * hits) / lookups) / 10,
    updateTime: changedAt === null ? null : toDateTimeText(new Date(changedAt)),
    warmable: yesNoOf(isWarmable),
  };
}

export const cacheHandlers = [queryHandler, clearHandler, warmHandler];
