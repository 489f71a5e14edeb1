import type { z } from 'zod';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { monitorQuery } from '@jwxt/contracts/system/monitor.operations.ts';
import { instanceName } from '@jwxt/infra/runtime/metrics-process.ts';
import { labelValues, perMinute, quantile, valueOf, type MetricReading } from '../kernel/metric-reading.ts';
import {
  inMs,
  watchedServices,
  type HistoryPoint,
  type ServiceName,
  type ServiceWatch,
} from '../kernel/service-watch.ts';
import type { ReadModelView } from './read-model.read.ts';
import { reasonsOf, serviceStateNames, stateOf, type ServiceState } from './service-state.ts';

type MonitorView = z.output<typeof monitorQuery.output>;
type ServiceView = MonitorView['services'][number];

const titles: Record<ServiceName, string> = { gateway: '网关', commands: '命令服务', projections: '投影服务' };
const subscriptionTitles: Record<string, string> = { projections: '读模型订阅', policies: '自动处理订阅' };
const subscriptionStates: Record<string, string> = {
  connecting: '连接中',
  'catching-up': '追赶中',
  live: '实时',
  retrying: '中断，重试中',
  closed: '已停止',
  standby: '由其他进程负责',
};

/** Puts what the watch has seen, and the read models, into one view. */
export function monitorView(
  watch: ServiceWatch,
  models: readonly ReadModelView[],
  storage: Pick<MonitorView, 'disks' | 'lastBackup'>,
  now: Date,
): MonitorView {
  const [gateway, commands, projections] = watchedServices.map((service) => watch.latest(service).reading) as [
    MetricReading | null,
    MetricReading | null,
    MetricReading | null,
  ];
  return {
    serverTime: toDateTimeText(now),
    sampledAt: watch.sampledAt === null ? null : toDateTimeText(new Date(watch.sampledAt)),
    everySeconds: watch.everyMs / 1000,
    gateway: instanceName,
    services: [...watchedServices.map((service) => serviceView(watch, service, now)), ...engineViews(watch)],
    commands: commandsView(commands, watch.minuteBefore('commands')),
    readModels: models.map((model) => modelView(model, projections)),
    subscriptions: [...subscriptionViews(projections), ...subscriptionViews(commands)],
    push: {
      sockets: (gateway && valueOf(gateway, 'jwxt_websocket_connections')) ?? 0,
      messagesPerMinute: whole(
        gateway && perMinute(watch.minuteBefore('gateway'), gateway, 'jwxt_push_messages_total'),
      ),
      p50Ms: inMs(gateway && quantile(watch.minuteBefore('gateway'), gateway, 'jwxt_push_latency_seconds', 0.5)),
      p99Ms: inMs(gateway && quantile(watch.minuteBefore('gateway'), gateway, 'jwxt_push_latency_seconds', 0.99)),
    },
    parked: {
      readModels: models.reduce((sum, { parkedCount }) => sum + parkedCount, 0),
      policies: (commands && valueOf(commands, 'jwxt_policy_parked_events')) ?? 0,
    },
    ...storage,
    history: historyView(watch.history),
  };
}

function serviceView(watch: ServiceWatch, service: ServiceName, now: Date): ServiceView {
  const { reading, health } = watch.latest(service);
  const state = stateOf(reading && health);
  const value = (name: string, labels?: Record<string, string>): number | null =>
    reading && valueOf(reading, name, labels);
  const startedAt = value('jwxt_process_start_time_seconds');
  const busy = value('jwxt_event_loop_utilization_ratio');
  const cpuSeconds = reading && perMinute(watch.minuteBefore(service), reading, 'jwxt_process_cpu_seconds_total');
  return {
    name: service,
    title: titles[service],
    state,
    stateName: serviceStateNames[state],
    reasons: reasonsOf(reading && health),
    instance: reading?.instance ?? null,
    version: (reading && labelValues(reading, 'jwxt_service_info', 'version')[0]) ?? null,
    startedAt: startedAt === null ? null : toDateTimeText(new Date(startedAt * 1000)),
    uptimeSeconds: startedAt === null ? null : Math.max(0, Math.round(now.getTime() / 1000 - startedAt)),
    cpuPercent: cpuSeconds === null ? null : Math.round((cpuSeconds / 60) * 1000) / 10,
    memoryBytes: value('jwxt_process_resident_memory_bytes'),
    loopDelayMs: inMs(value('jwxt_event_loop_delay_seconds', { quantile: '0.99' })),
    loopBusyPercent: busy === null ? null : Math.round(busy * 1000) / 10,
    pools: reading
      ? labelValues(reading, 'jwxt_postgres_connections_limit', 'pool').map((name) => ({
          name,
          busy: valueOf(reading, 'jwxt_postgres_connections', { pool: name, state: 'busy' }) ?? 0,
          idle: valueOf(reading, 'jwxt_postgres_connections', { pool: name, state: 'idle' }) ?? 0,
          limit: valueOf(reading, 'jwxt_postgres_connections_limit', { pool: name }) ?? 0,
          waiting: valueOf(reading, 'jwxt_postgres_waiting_requests', { pool: name }) ?? 0,
        }))
      : [],
  };
}

/** The engines, as the services reach them: PostgreSQL by this gateway's word, the event store by that of commands. */
function engineViews(watch: ServiceWatch): ServiceView[] {
  const known = [
    ['postgres', '数据库', watch.latest('gateway').health?.checks.database],
    ['eventStore', '事件库', watch.latest('commands').health?.checks.eventStore],
  ] as const;
  return known.map(([name, title, check]) => {
    const state: ServiceState = check ? (check.status === 'up' ? 'up' : 'away') : 'unknown';
    return {
      name,
      title,
      state,
      stateName: serviceStateNames[state],
      reasons: check ? (check.status === 'up' ? [] : [`${title}无响应`]) : ['命令服务无响应，暂不知道事件库的情况'],
      instance: null,
      version: null,
      startedAt: null,
      uptimeSeconds: null,
      cpuPercent: null,
      memoryBytes: null,
      loopDelayMs: null,
      loopBusyPercent: null,
      pools: [],
    };
  });
}

function commandsView(reading: MetricReading | null, before: MetricReading | undefined): MonitorView['commands'] {
  const rate = (labels: Record<string, string>): number | null =>
    whole(reading && perMinute(before, reading, 'jwxt_commands_total', labels));
  const failures = (labels: Record<string, string>): number | null =>
    sum(rate({ ...labels, outcome: 'failed' }), rate({ ...labels, outcome: 'unavailable' }));
  const names = reading ? labelValues(reading, 'jwxt_commands_total', 'command') : [];
  const byType = names.map((name) => ({
    name,
    accepted: rate({ command: name, outcome: 'accepted' }) ?? 0,
    refused: rate({ command: name, outcome: 'refused' }) ?? 0,
    failed: failures({ command: name }) ?? 0,
    p95Ms: inMs(reading && quantile(before, reading, 'jwxt_command_duration_seconds', 0.95, { command: name })),
  }));
  return {
    acceptedPerMinute: rate({ outcome: 'accepted' }),
    refusedPerMinute: rate({ outcome: 'refused' }),
    failedPerMinute: failures({}),
    conflictsPerMinute: whole(reading && perMinute(before, reading, 'jwxt_append_conflicts_total')),
    appendP50Ms: inMs(reading && quantile(before, reading, 'jwxt_append_duration_seconds', 0.5)),
    appendP99Ms: inMs(reading && quantile(before, reading, 'jwxt_append_duration_seconds', 0.99)),
    byType: byType
      .filter(({ accepted, refused, failed }) => accepted + refused + failed > 0)
      .toSorted((a, b) => b.accepted + b.refused + b.failed - a.accepted - a.refused - a.failed),
  };
}

function modelView(model: ReadModelView, reading: MetricReading | null): MonitorView['readModels'][number] {
  const {
    name,
    title,
    status: state,
    statusName: stateName,
    lagEvents,
    lagSeconds,
    parkedCount: parked,
    subscription,
  } = model;
  const age = reading && valueOf(reading, 'jwxt_read_model_checkpoint_age_seconds', { model: name });
  return {
    name,
    title,
    state,
    stateName,
    lagEvents,
    lagSeconds,
    checkpointAgeSeconds: age === null ? null : Math.round(age),
    parked,
    subscription,
  };
}

function subscriptionViews(reading: MetricReading | null): MonitorView['subscriptions'] {
  if (!reading) return [];
  return labelValues(reading, 'jwxt_subscription_state', 'subscription').map((name) => {
    const state =
      labelValues(reading, 'jwxt_subscription_state', 'state').find(
        (each) => valueOf(reading, 'jwxt_subscription_state', { subscription: name, state: each }) === 1,
      ) ?? 'standby';
    return {
      name,
      title: subscriptionTitles[name] ?? name,
      state,
      stateName: subscriptionStates[state] ?? state,
      healthy: state !== 'retrying' && state !== 'closed',
      failures: valueOf(reading, 'jwxt_subscription_failures', { subscription: name }) ?? 0,
    };
  });
}

function historyView(points: readonly HistoryPoint[]): MonitorView['history'] {
  const column = (name: keyof HistoryPoint): (number | null)[] => points.map((point) => rounded(point[name]));
  return {
    at: points.map(({ at }) => at),
    accepted: column('accepted'),
    refused: column('refused'),
    failed: column('failed'),
    appendMs: column('appendMs'),
    lagSeconds: column('lagSeconds'),
    pushMs: column('pushMs'),
    sockets: column('sockets'),
    loopDelayMs: column('loopDelayMs'),
  };
}

function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 100) / 100;
}

function whole(value: number | null): number | null {
  return value === null ? null : Math.round(value);
}

function sum(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}
