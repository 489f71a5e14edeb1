import type { Tracing } from '@jwxt/infra/runtime/tracing.ts';
import type { GatewayMetrics } from '../kernel/gateway-metrics.ts';
import type { ReadModelNotice } from '../kernel/read-model-feed.ts';

/** The change that somebody is told of: since when it is stored, and its traces. */
export interface PushCause {
  readonly storedAt: number | undefined;
  readonly heardAt: number;
  readonly traces: readonly string[];
}

/** Counts, times and traces what is written to sockets. */
export interface PushWatch {
  causeOf(notice: ReadModelNotice): PushCause;
  /** A message is on its way; null when nobody knows what set it off. */
  written(type: string, cause: PushCause | null): void;
}

/**
 * Creates the watch of the push channel. Its latency is that of approvals: from the stored event to the message on the
 * socket.
 */
export function createPushWatch(metrics: GatewayMetrics, tracing: Tracing): PushWatch {
  return {
    causeOf: ({ storedAt, traces = [] }) => ({ storedAt, heardAt: Date.now(), traces }),
    written(type, cause) {
      metrics.pushed(type, cause?.storedAt === undefined ? null : (Date.now() - cause.storedAt) / 1000);
      const [parent, ...links] = cause?.traces ?? [];
      if (parent !== undefined && tracing.on)
        tracing
          .start(`push ${type}`, parent, { kind: 'producer', startedAt: cause?.heardAt ?? Date.now(), links })
          .end();
    },
  };
}
