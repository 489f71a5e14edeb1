import { join } from 'node:path';
import { SYSTEM_MESSAGE_CHANNEL } from '@jwxt/contracts/kernel/push.ts';
import { REFERENCE_CHANGED_CHANNEL } from '@jwxt/contracts/system/cache.vocabulary.ts';
import { SESSION_ENDED_CHANNEL } from '@jwxt/contracts/session/session.vocabulary.ts';
import { observeCaches } from '@jwxt/infra/runtime/cache-figures.ts';
import { noDisks, type DiskWatch } from '@jwxt/infra/runtime/disk-watch.ts';
import { readLastBackup } from '@jwxt/infra/runtime/last-backup.ts';
import { connectEventLog } from '@jwxt/infra/runtime/event-log.ts';
import type { HealthRegistry } from '@jwxt/infra/runtime/health.ts';
import { createFolderFileStore, type StoreRoom } from '@jwxt/infra/runtime/folder-file-store.ts';
import { createInternalClient } from '@jwxt/infra/runtime/internal-http.ts';
import { observePools } from '@jwxt/infra/runtime/metrics-process.ts';
import { createMetrics, type Metrics } from '@jwxt/infra/runtime/metrics.ts';
import type { Logger } from '@jwxt/infra/runtime/logger.ts';
import { openPersonKeys, withPersonKeys } from '@jwxt/infra/runtime/person-keys.ts';
import { createPool } from '@jwxt/infra/runtime/postgres.ts';
import { noTracing, type Tracing } from '@jwxt/infra/runtime/tracing.ts';
import { allFileAccess, handlers } from './all-areas.ts';
import { startFileSweep } from './file/file-sweep.ts';
import { createApiTokenStore } from './kernel/api-token-store.ts';
import { obeyCacheOrders, type GatewayCaches } from './kernel/caches.ts';
import { createCommandClient } from './kernel/command-client.ts';
import { openDatabaseNews } from './kernel/database-news.ts';
import { createGatewayMetrics, observeConnections } from './kernel/gateway-metrics.ts';
import { createDocuments, WRITING_THREADS, type DocumentLimits } from './kernel/documents.ts';
import { neighbourProbe } from './kernel/neighbour-probe.ts';
import { createQueueKeys } from './approval/shared/queue-keys.ts';
import { createImportStore } from './kernel/import-store.ts';
import { createExportJobs, type ExportJobLimits } from './kernel/export-jobs.ts';
import { readSelection } from './kernel/export-rows.ts';
import { createOperationSwitches } from './kernel/operation-switches.ts';
import { createReadDatabase } from './kernel/read-database.ts';
import { createOwnWrites } from './kernel/own-writes.ts';
import { openReadModelFeed } from './kernel/read-model-feed.ts';
import { shown } from './kernel/run-command.ts';
import { createStoredStreams } from './kernel/stored-streams.ts';
import { createServiceWatch } from './kernel/service-watch.ts';
import type { Services } from './kernel/services.ts';
import { createUploadsUnderWay } from './kernel/uploads-under-way.ts';
import { createPushHub } from './push/push-hub.ts';
import { createMailServer, type MailSettings } from './access/mail-server.ts';
import { createCasServer, type CasSettings } from './session/cas-server.ts';
import { createCaptchaPictures } from './session/captcha-pictures.ts';
import { createLoginGuard } from './session/login-guard.ts';
import { createLoginTurns } from './session/login-turns.ts';
import { createPrincipals } from './session/principals.ts';
import { createViewings } from './session/viewings.ts';
import { createRightsNews } from './session/rights-news.ts';
import { createSessionStore, type SessionLimits } from './kernel/session-store.ts';
import { createSecondFactors } from './session/second-factors.ts';
import { createSlideChecks } from './session/slide-checks.ts';
import { createTempLogins } from './session/temp-logins.ts';

/** Where the gateway's neighbours are, and how it keeps sessions. */
export interface ServicesOptions {
  readonly databaseUrl: string;
  readonly eventStoreUrl: string;
  readonly commandsUrl: string;
  readonly projectionsUrl: string;
  /** Shared with commands, and with projections. */
  readonly commandsSecret: string;
  readonly projectionsSecret: string;
  /** Known to gateways alone: the first seals secrets of second factors, all open them. */
  readonly factorSecrets: readonly string[];
  /** Secrets of the master key of personal values. */
  readonly personSecrets: readonly string[];
  readonly secureCookies: boolean;
  /** Whether pages hide what a person has no permission for; default true. */
  readonly permissionCheck?: boolean;
  readonly sessions: SessionLimits;
  /** The single-sign-on server, where there is one. */
  readonly cas?: CasSettings | undefined;
  /** The mail server, where there is one. */
  readonly mail?: MailSettings | undefined;
  /** Where people reach this site. */
  readonly publicOrigin?: string | undefined;
  /** Connections to the database at most. */
  readonly databasePool: number;
  /** Folder of attachments; every gateway's must be the same one. */
  readonly filesRoot: string;
  /** What its disk must keep free. */
  readonly filesRoom?: StoreRoom;
  /** The disks of the gateway's folders; default none. */
  readonly disks?: DiskWatch;
  /** Data folder of the machine, where the last backup is noted. */
  readonly dataDir?: string;
  readonly logger: Logger;
  readonly health: HealthRegistry;
  readonly registry?: Metrics;
  readonly tracing?: Tracing;
  readonly clock: () => Date;
  /** What reading and making of documents may take; for tests. */
  readonly documents?: DocumentLimits;
  /** Rows above which an export becomes a job; for tests also how long its maker may be silent. */
  readonly exports?: ExportJobLimits & { readonly directRows?: number };
  /** How often push connections are looked at, in milliseconds. */
  readonly beatMs?: number;
  /** How often the services are looked at, in milliseconds. */
  readonly watchMs?: number;
}

/** So many rows are written in a few seconds. */
const DIRECT_ROWS = 20_000;

/** Everything that handlers work with, open. */
export interface OpenServices {
  readonly services: Services;
  close(): Promise<void>;
}

/**
 * Connects to the neighbours and registers their probes: without the database, or without commands for a while, the
 * gateway is not ready; without the others it is degraded.
 */
export async function openServices(options: ServicesOptions): Promise<OpenServices> {
  const { databaseUrl, logger, health, clock, registry = createMetrics(), tracing = noTracing } = options;
  const metrics = createGatewayMetrics(registry);
  const pool = createPool(databaseUrl, {
    name: 'gateway',
    max: options.databasePool,
    statementTimeoutMs: 20_000,
    logger,
  });
  const db = createReadDatabase(pool);
  const commandsClient = createInternalClient(options.commandsUrl, {
    caller: 'gateway',
    secret: options.commandsSecret,
  });
  const projections = createInternalClient(options.projectionsUrl, {
    caller: 'gateway',
    secret: options.projectionsSecret,
  });
  const exportPool = createPool(databaseUrl, {
    name: 'gateway exports',
    max: WRITING_THREADS,
    statementTimeoutMs: 120_000,
    logger,
  });
  observePools(registry, { gateway: pool, exports: exportPool });
  const documents = createDocuments({ scratchFolder: join(options.filesRoot, 'making'), ...options.documents });
  const files = createFolderFileStore(options.filesRoot, options.filesRoom);
  const keys = openPersonKeys({ pool, databaseUrl, secrets: options.personSecrets, logger });
  const eventLog = withPersonKeys(connectEventLog(options.eventStoreUrl, { name: 'gateway', logger }), keys);
  const feed = await openReadModelFeed(databaseUrl, db, logger);
  const sessionNotices = await openDatabaseNews(databaseUrl, SESSION_ENDED_CHANNEL, logger);
  const sessions = createSessionStore(db, options.sessions, sessionNotices);
  const referenceNews = await openDatabaseNews(databaseUrl, REFERENCE_CHANGED_CHANNEL, logger);
  const rightsNews = createRightsNews(referenceNews);
  const principals = createPrincipals(db, clock, rightsNews);
  const queueKeys = createQueueKeys(db, clock, principals);
  // Heard before the hub tells people to fetch again: what they fetch then counts the new rights.
  feed.subscribe({
    onNotice: ({ changed }) => {
      if (changed.includes('secondary-auth')) queueKeys.forget();
    },
    onAhead: (models) => {
      if (models.includes('secondary-auth')) queueKeys.forget();
    },
    onGap: () => queueKeys.forget(),
  });
  const messages = await openDatabaseNews(databaseUrl, SYSTEM_MESSAGE_CHANNEL, logger);
  const push = createPushHub({
    db,
    feed,
    messages,
    sessions,
    principals,
    queueKeys,
    logger,
    clock,
    metrics,
    tracing,
    ...(options.beatMs === undefined ? {} : { beatMs: options.beatMs }),
  });

  // Who was signed out, here or elsewhere, is told in the open windows at once.
  sessionNotices.subscribe({ onNews: (idHash) => push.endSession(idHash, '已退出登录'), onGap: () => undefined });

  health.register('database', async () => {
    await pool.query('select 1');
    return { status: 'up' };
  });
  health.register('notices', () =>
    [feed, sessionNotices, referenceNews, messages].every(({ connected }) => connected)
      ? { status: 'up' }
      : { status: 'degraded', detail: '数据库通知连接中断，正在重连' },
  );
  health.register('push', () => ({ status: 'up', detail: { connections: push.connections } }));
  health.register(
    'commands',
    neighbourProbe(() => commandsClient.call('/health/live', { timeoutMs: 1_500 }), { needed: true }),
    { startup: false },
  );
  health.register(
    'projections',
    neighbourProbe(() => projections.call('/health/live', { timeoutMs: 1_500 }), { needed: false }),
  );
  const watch = createServiceWatch({
    registry,
    health,
    commands: commandsClient,
    projections,
    clock,
    ...(options.watchMs === undefined ? {} : { everyMs: options.watchMs }),
  });
  const sweep = startFileSweep({ files, db: pool, clock, logger });
  observeConnections(registry, { sockets: () => push.connections, hearsNotices: () => feed.connected });

  const captchas = createCaptchaPictures(db);
  const mail = createMailServer(options.mail ?? {});
  const storedStreams = createStoredStreams(eventLog);
  keys.onDestroyed(() => storedStreams.cache.clear());
  const apiTokens = createApiTokenStore(db, options.commandsSecret, rightsNews);
  const operationSwitches = createOperationSwitches(db, clock, referenceNews);
  const caches: GatewayCaches = {
    session: sessions.cache,
    rights: principals.cache,
    apiToken: apiTokens.cache,
    operationOff: operationSwitches.cache,
    queueKeys: queueKeys.cache,
    eventStream: storedStreams.cache,
  };
  observeCaches(registry, caches);
  obeyCacheOrders(caches, referenceNews, logger);

  return {
    services: {
      db,
      directRows: options.exports?.directRows ?? DIRECT_ROWS,
      imports: createImportStore(pool),
      exportJobs: createExportJobs(pool, clock, options.exports),
      exportRows: (selection, reading) => readSelection(exportPool, selection, reading),
      documents,
      files,
      fileAccess: allFileAccess,
      uploads: createUploadsUnderWay(),
      feed,
      handlers: new Map(handlers.map((entry) => [entry.operation.id, entry])),
      ownWrites: createOwnWrites(({ readModels, position }) =>
        shown(readModels, position, { services: { feed, metrics } }),
      ),
      eventLog,
      storedStreams,
      sessions,
      apiTokens,
      operationSwitches,
      caches,
      principals,
      viewings: createViewings(principals),
      queueKeys,
      push,
      projections,
      logger,
      metrics,
      registry,
      tracing,
      watch,
      clock,
      secureCookies: options.secureCookies,
      permissionCheck: options.permissionCheck ?? true,
      disks: options.disks ?? noDisks,
      lastBackup: () => (options.dataDir === undefined ? Promise.resolve(null) : readLastBackup(options.dataDir)),
      commands: createCommandClient(commandsClient),
      captchas,
      loginGuard: createLoginGuard(db, captchas),
      loginTurns: createLoginTurns(),
      slideChecks: createSlideChecks(db),
      secondFactors: createSecondFactors(db, options.factorSecrets),
      tempLogins: createTempLogins(options.commandsSecret),
      publicOrigin: options.publicOrigin ?? null,
      cas: options.cas ? createCasServer(options.cas) : null,
      mail,
    },
    async close() {
      watch.close();
      mail.close();
      await sweep.close();
      await documents.close();
      push.close();
      await feed.close();
      await sessionNotices.close();
      await referenceNews.close();
      await messages.close();
      await eventLog.close();
      await keys.close();
      await Promise.all([pool.end(), exportPool.end()]);
    },
  };
}
