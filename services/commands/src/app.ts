import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { EventHistory } from '@jwxt/contracts/kernel/event-history.ts';
import { noDisks, type DiskWatch } from '@jwxt/infra/runtime/disk-watch.ts';
import { connectEventLog } from '@jwxt/infra/runtime/event-log.ts';
import { openPersonKeys, withPersonKeys } from '@jwxt/infra/runtime/person-keys.ts';
import { nameUnfitServer } from '@jwxt/infra/runtime/event-store-version.ts';
import type { LogSubscription } from '@jwxt/infra/runtime/event-log-subscription.ts';
import { createHealthRegistry, registerHealthRoutes, type HealthRegistry } from '@jwxt/infra/runtime/health.ts';
import { requireSignature } from '@jwxt/infra/runtime/internal-guard.ts';
import { leadWork, type WorkByLock } from '@jwxt/infra/runtime/leadership.ts';
import { formatPosition } from '@jwxt/infra/runtime/log-position.ts';
import type { Logger } from '@jwxt/infra/runtime/logger.ts';
import { observeCaches } from '@jwxt/infra/runtime/cache-figures.ts';
import { observePools } from '@jwxt/infra/runtime/metrics-process.ts';
import { createMetrics, registerMetricsRoute, type Metrics } from '@jwxt/infra/runtime/metrics.ts';
import { createPool, type Pool } from '@jwxt/infra/runtime/postgres.ts';
import type { Caller } from '@jwxt/infra/runtime/request-signature.ts';
import { traceIdFor } from '@jwxt/infra/runtime/request-trace.ts';
import { noTracing, type Tracing } from '@jwxt/infra/runtime/tracing.ts';
import { allFileRules, allJobKinds, allPassRules, allPolicies, allRoutes } from './all-areas.ts';
import type { Chore } from './kernel/area.ts';
import { claimCommands } from './kernel/applied-command.ts';
import { createCandidates } from './approval/shared/approvers.facts.ts';
import { registerCommandApi } from './kernel/command-api.ts';
import { createCommandHandler } from './kernel/command-handler.ts';
import { createCommandRights } from './kernel/command-rights.ts';
import { createCommandMetrics } from './kernel/command-metrics.ts';
import type { CommandRoute, CommandServices, ErasureList, Policy } from './kernel/command-route.ts';
import { drainedClose } from './kernel/drained-close.ts';
import type { LongJobKind } from './kernel/long-job.ts';
import { workOffLongJobs } from './kernel/long-job-worker.ts';
import { longJobRoutes } from './kernel/long-job.routes.ts';
import { observePolicies, type PolicyWork } from './kernel/policy-metrics.ts';
import { countParked, createPolicyStore } from './kernel/policy-parking.ts';
import { createPolicyRuntime } from './kernel/policy-runtime.ts';
import { keepReferenceMemory } from './kernel/reference-memory.ts';
import { replayParked } from './kernel/policy-retries.ts';
import { followWithPolicies, type PolicyWorkerOptions } from './kernel/policy-worker.ts';
import { replayRoute } from './system/system.routes.ts';

/** What the service is built from. */
export interface AppOptions {
  readonly databaseUrl: string;
  /** Connections to the database at most, the standing ones aside; default 10. */
  readonly databasePool?: number;
  readonly eventStoreUrl: string;
  /** Secrets of those who may send commands. */
  readonly secrets: Readonly<Record<Caller, readonly string[]>>;
  /** Secrets of the master key of personal values: the first wraps, all unwrap. */
  readonly personSecrets: readonly string[];
  /** Who was erased, beside the backups; default: nobody keeps it. */
  readonly erasures?: ErasureList;
  /** The former shared token of the services. */
  readonly formerToken?: string | undefined;
  readonly logger: Logger;
  readonly health?: HealthRegistry;
  readonly metrics?: Metrics;
  /** Opens `/metrics` to the operator's tools. */
  readonly metricsToken?: string | undefined;
  readonly tracing?: Tracing;
  /** Folder of the keys that sign checkpoints. */
  readonly keyFolder?: string;
  /** The disks of this service's folders. */
  readonly disks?: DiskWatch;
  /** Commands may name another time than now. */
  readonly allowBackdated?: boolean;
  readonly now?: () => Date;
  /** Other routes and policies than the product's, in tests. */
  readonly routes?: readonly CommandRoute[];
  readonly policies?: readonly Policy[];
  /** Another history than the product's, in tests. */
  readonly history?: EventHistory;
  /** False leaves the following of the log to other processes. */
  readonly followLog?: boolean;
  /**
   * Work that one of all processes does by itself, by the name of its lock: what each starts is closed when the lead is
   * lost.
   */
  readonly chores?: Readonly<Record<string, Chore>>;
  /** Other kinds of long jobs than the product's, in tests. */
  readonly jobKinds?: readonly LongJobKind[];
}

/** The commands service, not yet listening. */
export interface CommandsApp {
  readonly http: FastifyInstance;
  readonly services: CommandServices;
  /** Finishes the requests in hand and the reactions of policies, then closes connections. */
  close(): Promise<void>;
}

/** Builds the service: its API, its policies and its probes. */
export function buildApp(options: AppOptions): CommandsApp {
  const {
    logger,
    databaseUrl,
    policies = allPolicies,
    metrics = createMetrics(),
    tracing = noTracing,
    disks = noDisks,
  } = options;
  const commandMetrics = createCommandMetrics(metrics);
  const pool = createPool(databaseUrl, {
    name: 'commands',
    logger,
    ...(options.databasePool === undefined ? {} : { max: options.databasePool }),
  });
  const keys = openPersonKeys({ pool, databaseUrl, secrets: options.personSecrets, logger });
  const log = commandMetrics.measured(
    withPersonKeys(connectEventLog(options.eventStoreUrl, { name: 'commands', logger }), keys),
  );
  const naming = nameUnfitServer(log, logger);
  const store = createPolicyStore(pool);
  const runtime = createPolicyRuntime({
    policies,
    services: () => services,
    log,
    store,
    logger,
    ...(options.history ? { history: options.history } : {}),
  });
  const handler = createCommandHandler({
    log,
    claim: claimCommands(pool),
    onAppended: (events, before) => runtime.reactInline(events, before),
    tracing,
    seal: keys,
  });
  keys.onDestroyed(() => handler.forget());
  const reference = keepReferenceMemory({ databaseUrl, logger });
  const services: CommandServices = {
    handler,
    pool,
    reference,
    isCandidate: createCandidates(pool),
    fileRules: allFileRules,
    passRules: allPassRules,
    ...(options.keyFolder === undefined
      ? {}
      : { integrity: { eventStoreUrl: options.eventStoreUrl, keyFolder: options.keyFolder } }),
    personKeys: keys,
    erasures: options.erasures ?? { read: () => Promise.resolve([]), add: () => Promise.resolve() },
  };
  const work: PolicyWorkerOptions = { log, runtime, store, logger };

  let subscription: LogSubscription | undefined;
  const chores: AppOptions['chores'] = {
    ...(options.followLog === false
      ? {}
      : { longJobs: (given, log) => workOffLongJobs(options.jobKinds ?? allJobKinds, given, log) }),
    ...options.chores,
  };
  const led: WorkByLock = {
    ...(options.followLog === false || policies.length === 0
      ? {}
      : { [lockOf('policies')]: async () => (subscription = await followWithPolicies(work)) }),
    ...Object.fromEntries(
      Object.entries(chores).map(([name, start]) => [lockOf(name), () => Promise.resolve(start(services, logger))]),
    ),
  };
  const leads =
    Object.keys(led).length === 0 ? null : leadWork({ databaseUrl, name: 'commands leader', work: led, logger });

  const loggerInstance: FastifyBaseLogger = logger;
  const http = Fastify({
    loggerInstance,
    bodyLimit: 32 * 1024 * 1024,
    logController: new LogController({ disableRequestLogging: true }),
    // A command that still arrives on an open connection while the service drains is carried out, not turned away.
    return503OnClosing: false,
    genReqId: traceIdFor,
    // Lines name their trace themselves: a logger for each command costs more than the few lines that are written.
    childLoggerFactory: (parent) => parent,
  });
  const closeHttp = drainedClose(http);
  const health = options.health ?? createHealthRegistry('commands');
  const policyWork = (): PolicyWork => ({
    leading: leads?.leading(lockOf('policies')) ?? false,
    subscription,
  });
  registerProbes(health, pool, policyWork, () => log.lastPosition());
  requireSignature(http, { secrets: options.secrets, formerToken: options.formerToken });
  registerHealthRoutes(http, health, [options.metricsToken]);
  observePools(metrics, { commands: pool });
  observeCaches(metrics, { reference: reference.cache });
  observePolicies(metrics, pool, policyWork);
  registerMetricsRoute(http, metrics, [options.metricsToken]);
  registerCommandApi(http, {
    routes: [
      ...(options.routes ?? allRoutes),
      ...longJobRoutes(options.jobKinds ?? allJobKinds),
      replayRoute(() => replayParked(work)),
    ],
    services,
    mayBeSent: createCommandRights(pool, reference),
    allowBackdated: options.allowBackdated ?? false,
    storageFull: () => disks.full(),
    now: options.now ?? (() => new Date()),
    metrics: commandMetrics,
    tracing,
  });

  return {
    http,
    services,
    async close() {
      await closeHttp();
      await leads?.close();
      naming.close();
      await log.close();
      await reference.close();
      await keys.close();
      await pool.end();
    },
  };
}

/** The lock of what one of all processes does by itself. */
const lockOf = (name: string): string => `jwxt.commands.${name}`;

function registerProbes(
  health: HealthRegistry,
  pool: Pool,
  policies: () => PolicyWork,
  lastPosition: () => Promise<unknown>,
): void {
  health.register('database', async () => {
    await pool.query('select 1');
    return { status: 'up' };
  });
  health.register('eventStore', async () => {
    await lastPosition();
    return { status: 'up' };
  });
  health.register('policies', async () => {
    const { leading, subscription } = policies();
    const parked = await countParked(pool);
    if (!leading || !subscription)
      return { status: parked > 0 ? 'degraded' : 'up', detail: { leading: false, parked } };
    const { status, position, failures, lastError } = subscription.state;
    return {
      status: status === 'retrying' || parked > 0 ? 'degraded' : 'up',
      detail: {
        leading,
        parked,
        status,
        failures,
        lastError,
        position: position === 'start' ? position : formatPosition(position),
      },
    };
  });
}
