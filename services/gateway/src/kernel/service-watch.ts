import type { HealthRegistry, HealthReport } from '@jwxt/infra/runtime/health.ts';
import type { InternalClient } from '@jwxt/infra/runtime/internal-http.ts';
import type { MetricFamily, Metrics } from '@jwxt/infra/runtime/metrics.ts';
import { perMinute, quantile, readingOf, valueOf, type MetricReading } from './metric-reading.ts';

export const watchedServices = ['gateway', 'commands', 'projections'] as const;
export type ServiceName = (typeof watchedServices)[number];

/** What one look found of a service; both null when it did not answer. */
export interface Look {
  readonly reading: MetricReading | null;
  readonly health: HealthReport | null;
}

/**
 * What the lines of the last hour are drawn from. Rates are a minute's, durations in milliseconds; null where nothing
 * was known.
 */
export interface HistoryPoint {
  readonly at: number;
  readonly accepted: number | null;
  readonly refused: number | null;
  readonly failed: number | null;
  readonly appendMs: number | null;
  readonly lagSeconds: number | null;
  readonly pushMs: number | null;
  readonly sockets: number | null;
  readonly loopDelayMs: number | null;
}

/** Looks at the services again and again, and remembers an hour. Each gateway has its own and tells what it sees. */
export interface ServiceWatch {
  readonly everyMs: number;
  readonly sampledAt: number | null;
  latest(service: ServiceName): Look;
  /** The oldest reading of the same process within the last minute: what rates are counted from. */
  minuteBefore(service: ServiceName): MetricReading | undefined;
  readonly history: readonly HistoryPoint[];
  /** Looks now; by itself it does so every few seconds. */
  look(): Promise<void>;
  close(): void;
}

/** What the watch looks at. */
export interface ServiceWatchOptions {
  readonly registry: Metrics;
  readonly health: HealthRegistry;
  readonly commands: InternalClient;
  readonly projections: InternalClient;
  readonly clock: () => Date;
  readonly everyMs?: number;
}

const answerWithinMs = 3_000;
const windowMs = 60_000;
const historyMs = 3_600_000;

/** Starts looking. */
export function createServiceWatch({
  registry,
  health,
  commands,
  projections,
  clock,
  everyMs = 5_000,
}: ServiceWatchOptions): ServiceWatch {
  const windows: Record<ServiceName, Look[]> = { gateway: [], commands: [], projections: [] };
  let history: HistoryPoint[] = [];
  let sampledAt: number | null = null;

  const ask: Record<ServiceName, () => Promise<[MetricFamily[], HealthReport]>> = {
    gateway: () => Promise.all([registry.families(), health.report()]),
    commands: () => askOther(commands),
    projections: () => askOther(projections),
  };
  const lookAt = async (service: ServiceName, at: number): Promise<void> => {
    const look: Look = await ask[service]()
      .then(([families, report]): Look => ({ reading: readingOf(families, at), health: report }))
      // Away, or its answer is not understood, as that of another version: it must not take this gateway down.
      .catch((): Look => ({ reading: null, health: null }));
    windows[service] = [...windows[service].filter(({ reading }) => reading && at - reading.at <= windowMs), look];
  };
  const latest = (service: ServiceName): Look => windows[service].at(-1) ?? { reading: null, health: null };
  const before = (service: ServiceName, back: 'minute' | 'look'): MetricReading | undefined => {
    const now = latest(service).reading;
    const earlier = windows[service]
      .slice(0, -1)
      .flatMap(({ reading }) => (reading && reading.instance === now?.instance ? [reading] : []));
    return back === 'minute' ? earlier[0] : earlier.at(-1);
  };
  let looking: Promise<void> | undefined;
  const look = (): Promise<void> => {
    looking ??= (async () => {
      const at = clock().getTime();
      await Promise.all(watchedServices.map((service) => lookAt(service, at)));
      sampledAt = at;
      history = [
        ...history.filter((point) => at - point.at <= historyMs),
        pointOf(at, (service) => ({ now: latest(service).reading, before: before(service, 'look') })),
      ];
    })().finally(() => {
      looking = undefined;
    });
    return looking;
  };

  const timer = setInterval(() => void look(), everyMs);
  timer.unref();
  return {
    everyMs,
    latest,
    look,
    get sampledAt() {
      return sampledAt;
    },
    minuteBefore: (service) => before(service, 'minute'),
    get history() {
      return history;
    },
    close: () => clearInterval(timer),
  };
}

async function askOther(client: InternalClient): Promise<[MetricFamily[], HealthReport]> {
  const [metrics, ready] = await Promise.all(
    ['/metrics', '/health/ready'].map((path) => client.call(path, { timeoutMs: answerWithinMs })),
  );
  if (metrics?.status !== 200) throw new Error(`/metrics answers ${metrics?.status}`);
  return [metrics.body as MetricFamily[], ready?.body as HealthReport];
}

function pointOf(
  at: number,
  seen: (service: ServiceName) => { now: MetricReading | null; before: MetricReading | undefined },
): HistoryPoint {
  const [gateway, commands, projections] = [seen('gateway'), seen('commands'), seen('projections')];
  const rate = (outcome: string): number | null =>
    commands.now && perMinute(commands.before, commands.now, 'jwxt_commands_total', { outcome });
  const failed = [rate('failed'), rate('unavailable')];
  return {
    at,
    accepted: rate('accepted'),
    refused: rate('refused'),
    failed: failed.includes(null) ? null : failed.reduce<number>((sum, one) => sum + (one ?? 0), 0),
    appendMs: inMs(commands.now && quantile(commands.before, commands.now, 'jwxt_append_duration_seconds', 0.99)),
    lagSeconds: projections.now && highest(projections.now, 'jwxt_read_model_lag_seconds'),
    pushMs: inMs(gateway.now && quantile(gateway.before, gateway.now, 'jwxt_push_latency_seconds', 0.99)),
    sockets: gateway.now && valueOf(gateway.now, 'jwxt_websocket_connections'),
    loopDelayMs: inMs(
      most(
        [gateway, commands, projections].map(
          ({ now }) => now && valueOf(now, 'jwxt_event_loop_delay_seconds', { quantile: '0.99' }),
        ),
      ),
    ),
  };
}

function highest(reading: MetricReading, name: string): number | null {
  return most((reading.families.get(name)?.values ?? []).map(({ value }) => value));
}

function most(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
}

/** Seconds as milliseconds, to a hundredth. */
export function inMs(seconds: number | null): number | null {
  return seconds === null ? null : Math.round(seconds * 1e5) / 100;
}
