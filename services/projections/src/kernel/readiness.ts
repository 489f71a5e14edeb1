import type { HealthRegistry } from '@jwxt/infra/runtime/health.ts';
import type { StatusReader } from './status.ts';

/** A read model this far behind is worth a look. */
const WORRYING_LAG_SECONDS = 60;

/**
 * Ready when every read model has its tables, whoever leads it; degraded when one is stopped, far behind or has parked events, or when
 * the event store is away.
 */
export function registerReadiness(health: HealthRegistry, status: StatusReader): void {
  health.register('readModels', async () => {
    const { models, subscription, storeReachable } = await status.read();
    const detail = models.map(({ name, status: state, position, lagEvents, lagSeconds, parked, failure }) => ({ name, status: state, position, lagEvents, lagSeconds, parked, failure }));
    if (models.some((model) => model.status === 'missing')) return { status: 'down', detail };
    const troubled = models.some((model) => model.status !== 'serving' || model.parked > 0 || model.lagSeconds > WORRYING_LAG_SECONDS);
    return { status: troubled || !storeReachable || subscription?.status === 'retrying' ? 'degraded' : 'up', detail };
  });
}
