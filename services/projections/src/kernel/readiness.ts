import type { HealthRegistry, HealthState } from '@jwxt/infra/runtime/health.ts';
import type { ModelStatus, StatusReader } from './status.ts';

/**
 * Ready when every read model has its tables and none of them is stopped or behind for longer than the limit, whoever
 * leads it; degraded when one has parked events, or when the event store is away. A service has started once all tables
 * are there: what it came back to catch up on is no reason to start it again.
 */
export function registerReadiness(health: HealthRegistry, status: StatusReader, lagLimitSeconds: number): void {
  health.register('readModels', async () => {
    const { models, subscription, storeReachable } = await status.read();
    const detail = models.map(({ name, status: state, position, lagEvents, lagSeconds, parked, failure }) => ({
      name,
      status: state,
      position,
      lagEvents,
      lagSeconds,
      parked,
      failure,
    }));
    if (models.some((model) => model.status === 'missing')) return { status: 'down', detail };
    const troubled = models.some((model) => model.status !== 'serving' || model.parked > 0);
    return { status: troubled || !storeReachable || subscription?.status === 'retrying' ? 'degraded' : 'up', detail };
  });
  health.register('lag', async () => lagOf((await status.read()).models, lagLimitSeconds), { startup: false });
}

/** What keeps read models from showing what has happened, in words; up when nothing does. */
function lagOf(models: readonly ModelStatus[], limitSeconds: number): HealthState {
  const stopped = models
    .filter((model) => model.status === 'failed')
    .map(({ title, failure }) => `“${title}”已停止：${failure ?? '原因未知'}`);
  const late = models
    .filter((model) => model.lagSeconds > limitSeconds)
    .map(({ title, lagSeconds }) => `“${title}”已落后 ${lagSeconds} 秒，超过上限 ${limitSeconds} 秒`);
  const reasons = [...stopped, ...late];
  return reasons.length === 0 ? { status: 'up' } : { status: 'down', detail: reasons };
}
