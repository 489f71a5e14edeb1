import { readTraceparent } from '@jwxt/contracts/kernel/trace-context.ts';
import type { RecordedEvent } from '@jwxt/infra/runtime/recorded-event.ts';
import type { Metrics } from '@jwxt/infra/runtime/metrics.ts';
import type { Tracing } from '@jwxt/infra/runtime/tracing.ts';

/** What set a notice off, so that whoever hears it can tell how long it took and in which traces. */
export interface NoticeCause {
  /** When the first event of the batch was stored, milliseconds since 1970. */
  readonly storedAt?: number;
  /** Traceparents of the applying of traced events. */
  readonly traces?: readonly string[];
}

/** One batch being applied. */
export interface WatchedBatch extends NoticeCause {
  end(): void;
}

/** Counts, times and traces the applying of batches. */
export interface BatchWatch {
  /** Events that concern a read model are about to be applied, to the tables in use or to new ones. */
  begin(model: string, events: readonly RecordedEvent[], building: boolean): WatchedBatch;
}

/** So many traces of one batch are followed; of more, nobody reads each. */
export const TRACES_PER_BATCH = 8;

/** Declares the figures of projecting. */
export function createBatchWatch(metrics: Metrics, tracing: Tracing): BatchWatch {
  const applied = metrics.counter(
    'jwxt_projected_events_total',
    'Events applied to a read model, to the tables in use (serving) or to new ones (building)',
    ['model', 'target'],
  );
  const durations = metrics.histogram(
    'jwxt_projection_batch_duration_seconds',
    'Time of one batch, from its arrival to its commit',
    ['model'],
  );
  return {
    begin(model, events, building) {
      const started = performance.now();
      const parents =
        tracing.on && !building
          ? [...new Set(events.map(traceparentOf).filter((parent) => parent !== null))].slice(0, TRACES_PER_BATCH)
          : [];
      const spans = parents.map((parent) =>
        tracing.start(`project ${model}`, parent, {
          kind: 'consumer',
          facts: { events: events.length },
          links: parents.filter((other) => other !== parent),
        }),
      );
      const first = events[0];
      return {
        ...(first && !building ? { storedAt: first.recordedAt.getTime() } : {}),
        ...(spans.length > 0 ? { traces: spans.map(({ traceparent }) => traceparent) } : {}),
        end() {
          applied.labels(model, building ? 'building' : 'serving').inc(events.length);
          durations.labels(model).observe((performance.now() - started) / 1000);
          for (const span of spans) span.end();
        },
      };
    },
  };
}

function traceparentOf({ metadata }: RecordedEvent): string | null {
  return typeof metadata === 'object' && metadata !== null && 'traceparent' in metadata
    ? readTraceparent(metadata.traceparent)
    : null;
}
