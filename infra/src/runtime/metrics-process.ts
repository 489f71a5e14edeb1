import { hostname } from 'node:os';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { projectRoot } from './config.ts';
import type { Metrics } from './metrics.ts';
import type { Pool } from './postgres.ts';

/**
 * The event loop is judged over stretches of this length, so that every reader sees the same figures however often it
 * asks.
 */
const windowMs = 10_000;
/** How often the delay is sampled. */
const resolutionMs = 20;

/** Who this process is among others of its kind: host and process id. */
export const instanceName = `${hostname()}:${process.pid}`;

/**
 * Tells what this process is, since when it runs, and what it costs: CPU, memory, and how long its event loop keeps
 * work waiting. Once a process.
 */
export function observeProcess(metrics: Metrics, service: string): void {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  let utilization = performance.eventLoopUtilization();
  let last = { p50: 0, p99: 0, max: 0, busy: 0 };
  setInterval(() => {
    // The histogram counts the sampling pause itself.
    const beyond = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e9 - resolutionMs / 1e3);
    const now = performance.eventLoopUtilization();
    last = {
      p50: beyond(delay.percentile(50)),
      p99: beyond(delay.percentile(99)),
      max: beyond(delay.max),
      busy: performance.eventLoopUtilization(now, utilization).utilization,
    };
    utilization = now;
    delay.reset();
  }, windowMs).unref();

  const version = (JSON.parse(readFileSync(resolve(projectRoot, 'package.json'), 'utf8')) as { version: string })
    .version;
  const startedAt = performance.timeOrigin / 1000;
  metrics.gauge(
    'jwxt_service_info',
    'Service, instance, version and Node.js version of this process; always 1',
    ['service', 'instance', 'version', 'node'],
    (gauge) => {
      gauge.set({ service, instance: instanceName, version, node: process.versions.node }, 1);
    },
  );
  metrics.gauge('jwxt_process_start_time_seconds', 'When this process started, seconds since 1970', [], (gauge) =>
    gauge.set(startedAt),
  );
  metrics.total('jwxt_process_cpu_seconds_total', 'CPU time used since the start, user and system', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  metrics.gauge('jwxt_process_resident_memory_bytes', 'Resident memory', [], (gauge) =>
    gauge.set(process.memoryUsage.rss()),
  );
  metrics.gauge('jwxt_process_heap_used_bytes', 'Used heap of the JavaScript engine', [], (gauge) =>
    gauge.set(process.memoryUsage().heapUsed),
  );
  metrics.gauge(
    'jwxt_event_loop_delay_seconds',
    'How late the event loop was, over the last 10 seconds; quantile 1 is the longest',
    ['quantile'],
    (gauge) => {
      gauge.set({ quantile: '0.5' }, last.p50);
      gauge.set({ quantile: '0.99' }, last.p99);
      gauge.set({ quantile: '1' }, last.max);
    },
  );
  metrics.gauge(
    'jwxt_event_loop_utilization_ratio',
    'Share of the last 10 seconds in which the event loop was busy',
    [],
    (gauge) => gauge.set(last.busy),
  );
}

/** Tells how a pool's connections are used, and how many requests wait for one. */
export function observePools(metrics: Metrics, pools: Readonly<Record<string, Pool>>): void {
  const each = (tell: (name: string, pool: Pool) => void) => (): void => {
    for (const [name, pool] of Object.entries(pools)) tell(name, pool);
  };
  metrics.gauge(
    'jwxt_postgres_connections',
    'Open connections of a pool to PostgreSQL, idle or busy',
    ['pool', 'state'],
    (gauge) =>
      each((pool, { totalCount, idleCount }) => {
        gauge.set({ pool, state: 'idle' }, idleCount);
        gauge.set({ pool, state: 'busy' }, totalCount - idleCount);
      })(),
  );
  metrics.gauge('jwxt_postgres_connections_limit', 'Connections that a pool may open', ['pool'], (gauge) =>
    each((pool, { options }) => gauge.set({ pool }, options.max))(),
  );
  metrics.gauge('jwxt_postgres_waiting_requests', 'Requests that wait for a connection of a pool', ['pool'], (gauge) =>
    each((pool, { waitingCount }) => gauge.set({ pool }, waitingCount))(),
  );
}
