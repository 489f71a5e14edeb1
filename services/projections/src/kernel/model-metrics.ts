import { observeSubscription } from '@jwxt/infra/runtime/metrics-subscription.ts';
import type { Metrics } from '@jwxt/infra/runtime/metrics.ts';
import type { ModelStatus, StatusReader } from './status.ts';
import type { Worker } from './worker.ts';

/** Tells position, lag and parked events of each read model, and how the log is followed. */
export function observeModels(metrics: Metrics, status: StatusReader, worker: Worker): void {
  const each = (name: string, help: string, value: (model: ModelStatus) => number | null): void => {
    metrics.gauge(name, help, ['model'], async (gauge) => {
      for (const model of (await status.read()).models) {
        const present = value(model);
        if (present !== null) gauge.set({ model: model.name }, present);
      }
    });
  };
  each('jwxt_read_model_lag_events', 'Events that the tables in use have not seen yet', ({ lagEvents }) => lagEvents);
  each(
    'jwxt_read_model_lag_seconds',
    'For how long the tables in use have been behind the end of the log',
    ({ lagSeconds }) => lagSeconds,
  );
  each(
    'jwxt_read_model_checkpoint_age_seconds',
    'Time since the checkpoint last moved; grows while nothing happens',
    ({ checkpointAgeSeconds }) => checkpointAgeSeconds,
  );
  each(
    'jwxt_read_model_parked_events',
    'Events set aside because a read model could not take them',
    ({ parked }) => parked,
  );
  each('jwxt_read_model_serving', '1 when its tables follow the log, 0 when it is stopped or missing', (model) =>
    model.status === 'serving' ? 1 : 0,
  );
  each('jwxt_read_model_building', '1 while new tables are being built', ({ building }) => (building ? 1 : 0));
  each('jwxt_read_model_leading', '1 in the process that writes it', ({ leading }) => (leading ? 1 : 0));
  observeSubscription(metrics, 'projections', () => worker.subscription);
}
