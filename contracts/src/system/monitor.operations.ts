import { z } from 'zod';
import { dateTimeText } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';

/**
 * `degraded` works with restrictions, `down` says that it is not ready, `away` does not answer; of what is `unknown`
 * nobody who answers knows.
 */
const serviceState = z.enum(['up', 'degraded', 'down', 'away', 'unknown']);

/** A service process, or an engine (of which only the state is known). Figures are null while it is away. */
const serviceView = z.object({
  name: z.string(),
  title: z.string(),
  state: serviceState,
  stateName: z.string(),
  /** What is wrong, in words. */
  reasons: z.array(z.string()),
  instance: z.string().nullable(),
  version: z.string().nullable(),
  startedAt: dateTimeText.nullable(),
  uptimeSeconds: z.number().nullable(),
  /** Of one core, over the last minute. */
  cpuPercent: z.number().nullable(),
  memoryBytes: z.number().nullable(),
  loopDelayMs: z.number().nullable(),
  loopBusyPercent: z.number().nullable(),
  pools: z.array(
    z.object({ name: z.string(), busy: z.number(), idle: z.number(), limit: z.number(), waiting: z.number() }),
  ),
});

/** What one type of command came to within the last minute. */
const commandView = z.object({
  name: z.string(),
  accepted: z.number(),
  refused: z.number(),
  failed: z.number(),
  p95Ms: z.number().nullable(),
});

const monitoredModelView = z.object({
  name: z.string(),
  title: z.string(),
  state: z.enum(['serving', 'building', 'parked', 'stopped']),
  stateName: z.string(),
  lagEvents: z.number(),
  lagSeconds: z.number(),
  checkpointAgeSeconds: z.number().nullable(),
  parked: z.number(),
  subscription: z.string(),
});

const subscriptionView = z.object({
  name: z.string(),
  title: z.string(),
  state: z.string(),
  stateName: z.string(),
  healthy: z.boolean(),
  failures: z.number(),
});

/** A folder's disk: `low` is warned of, at `full` nothing more is accepted. */
const diskView = z.object({
  name: z.string(),
  title: z.string(),
  path: z.string(),
  freeBytes: z.number(),
  totalBytes: z.number(),
  state: z.enum(['ample', 'low', 'full']),
  stateName: z.string(),
});

const column = z.array(z.number().nullable());

/**
 * The last hour, a value for each moment in `at` (milliseconds since 1970); null where nothing was known. Rates are per
 * minute.
 */
const monitorHistory = z.object({
  at: z.array(z.number()),
  accepted: column,
  refused: column,
  failed: column,
  appendMs: column,
  lagSeconds: column,
  pushMs: column,
  sockets: column,
  loopDelayMs: column,
});

/**
 * How everything runs, as one gateway sees it. Medians and 99 % values are of the last minute, null without any;
 * durations in milliseconds.
 */
export const monitorQuery = defineOperation({
  id: 'systemMonitor.query',
  method: 'GET',
  path: '/system/monitor/query',
  access: { permission: 'systemMonitor:query' },
  scope: noScope.system,
  summary: '运行状态',
  input: z.object({}),
  output: z.object({
    serverTime: dateTimeText,
    sampledAt: dateTimeText.nullable(),
    everySeconds: z.number(),
    gateway: z.string(),
    services: z.array(serviceView),
    commands: z.object({
      acceptedPerMinute: z.number().nullable(),
      refusedPerMinute: z.number().nullable(),
      failedPerMinute: z.number().nullable(),
      conflictsPerMinute: z.number().nullable(),
      appendP50Ms: z.number().nullable(),
      appendP99Ms: z.number().nullable(),
      byType: z.array(commandView),
    }),
    readModels: z.array(monitoredModelView),
    subscriptions: z.array(subscriptionView),
    push: z.object({
      sockets: z.number(),
      messagesPerMinute: z.number().nullable(),
      p50Ms: z.number().nullable(),
      p99Ms: z.number().nullable(),
    }),
    parked: z.object({ readModels: z.number(), policies: z.number() }),
    disks: z.array(diskView),
    /** Of `npm run backup`; null when this machine knows of none. */
    lastBackup: z.object({ at: dateTimeText, folder: z.string(), bytes: z.number(), ageHours: z.number() }).nullable(),
    history: monitorHistory,
  }),
});
export const monitorOperations = [monitorQuery] as const;
