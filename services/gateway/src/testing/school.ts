import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { SUCCESS_CODE } from '@jwxt/contracts/kernel/envelope.ts';
import { createCommandSender, loader, type CommandSender } from '@jwxt/infra/base-data/command-sender.ts';
import { findFreePort } from '@jwxt/infra/engines/free-port.ts';
import { pause } from '@jwxt/infra/runtime/backoff.ts';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import type { EventLog } from '@jwxt/infra/runtime/event-log.ts';
import type { StoreRoom } from '@jwxt/infra/runtime/folder-file-store.ts';
import type { DiskWatch } from '@jwxt/infra/runtime/disk-watch.ts';
import { createHealthRegistry } from '@jwxt/infra/runtime/health.ts';
import { createLogger } from '@jwxt/infra/runtime/logger.ts';
import { createPool, type Pool } from '@jwxt/infra/runtime/postgres.ts';
import type { Tracing } from '@jwxt/infra/runtime/tracing.ts';
import { startTestEventStore, testPersonSecret } from '@jwxt/infra/testing/engines.ts';
import { initialiseSheet } from '@jwxt/contracts/score/score-sheet.command.ts';
import { buildApp, type AppSettings } from '../app.ts';
import { openServices, type ServicesOptions } from '../open-services.ts';
import type { ServiceWatch } from '../kernel/service-watch.ts';
import type { Services } from '../kernel/services.ts';
import { createBrowser, type Browser } from './browser.ts';
import { runService, type ServiceBeside, type ServiceName } from './run-service.ts';
import { createSchoolDatabase } from './school-database.ts';

/** The gateway over a small school of its own. */
export interface School {
  readonly app: FastifyInstance;
  readonly pool: Pool;
  readonly commands: CommandSender;
  /** What really happened. */
  readonly eventLog: EventLog;
  /** Moves the gateway's clock; the other services keep the true one. */
  advanceClock(ms: number): void;
  /** A browser, signed in when a user is named. */
  browser(userName?: string): Promise<Browser>;
  /** Another gateway over the same school, in this process. */
  another(): Promise<{ browser(): Browser; close(): Promise<void> }>;
  /** Opens a session without signing in, for crowds. Answers the value of its cookie. */
  openSession(userName: string): Promise<string>;
  /** What the gateway has logged. */
  readonly logged: string;
  readonly watch: ServiceWatch;
  readonly metricsToken: string;
  /** Folder of the attachments. */
  readonly filesRoot: string;
  /** What another gateway, in a process of its own, needs to know. */
  readonly environment: Readonly<Record<string, string>>;
  /** Waits until every read model has handled all that is in the log now. */
  settled(): Promise<void>;
  /** Stops one of the services, for good. */
  stopService(name: ServiceName): Promise<void>;
  stop(): Promise<void>;
}

/** What a test needs. */
export interface SchoolOptions {
  /**
   * Runs the commands and projections services, each behind its port, and sets up the sheets of TC1 and TC2. Without
   * them only reads of base data work. `processes`: as processes of their own, where what a process has is tested.
   */
  readonly services?: boolean | 'processes';
  readonly settings?: Partial<AppSettings>;
  readonly beatMs?: number;
  readonly tracing?: Tracing;
  /** Root of a single-sign-on server that knows the gateway as http://jw.example. */
  readonly casUrl?: string;
  readonly mail?: ServicesOptions['mail'];
  readonly secureCookies?: boolean;
  readonly disks?: DiskWatch;
  readonly filesRoom?: StoreRoom;
  readonly exports?: ServicesOptions['exports'];
  /** Further environment of the commands service. */
  readonly commandsEnv?: Readonly<Record<string, string>>;
  /** False: nobody needs a permission. */
  readonly permissionCheck?: boolean;
}

/** Rows of years that a test puts in stay while it looks at them. */
const keepsAll = {
  KEEP_COMMANDS_DAYS: '0',
  KEEP_SESSIONS_DAYS: '0',
  KEEP_OPERATION_LOG_DAYS: '0',
  KEEP_MESSAGES_DAYS: '0',
  KEEP_JOBS_DAYS: '0',
  KEEP_MONITOR_RESULTS_DAYS: '0',
  KEEP_CHANGES_DAYS: '0',
};

/** Prepares database, event store, services and gateway. Call `stop()` in `afterAll`. */
export async function startSchool(options: SchoolOptions = {}): Promise<School> {
  const [database, events] = await Promise.all([createSchoolDatabase(), startTestEventStore()]);
  const pool = createPool(database.url, { name: 'gateway test', max: 4 });

  const [gatewayToCommands, gatewayToProjections, operatorSecret, factorSecret, metricsToken] = Array.from(
    { length: 5 },
    () => randomBytes(24).toString('hex'),
  ) as [string, string, string, string, string];
  const secrets = {
    COMMANDS_SECRET: gatewayToCommands,
    PROJECTIONS_SECRET: gatewayToProjections,
    OPERATOR_SECRET: operatorSecret,
    FACTOR_SECRET: factorSecret,
    PERSON_KEY: testPersonSecret,
    METRICS_TOKEN: metricsToken,
  };
  const filesRoot = await mkdtemp(join(tmpdir(), 'jwxt-files-'));
  const [commandsPort, projectionsPort] = [await findFreePort(), await findFreePort()];
  const running = new Map<ServiceName, ServiceBeside>();
  const run = async (name: ServiceName, port: number): Promise<void> => {
    // To open a connection costs as much as many questions.
    const env = {
      PORT: String(port),
      DATABASE_URL: database.url,
      DATABASE_POOL: '4',
      EVENTSTORE_URL: events.url,
      JWXT_DATA: filesRoot,
      ...keepsAll,
      ...secrets,
      ...(name === 'commands' ? options.commandsEnv : {}),
    };
    running.set(name, await runService(name, env, { asProcess: options.services === 'processes' }));
  };
  const commands = createCommandSender(`http://127.0.0.1:${commandsPort}`, operatorSecret);
  if (options.services) {
    await Promise.all([run('commands', commandsPort), run('projections', projectionsPort)]);
    for (const teachingClassId of ['TC1', 'TC2']) {
      await commands.send(
        initialiseSheet,
        { teachingClassId, scoreType: '1' },
        { commandId: `initialise-${teachingClassId}`, actor: loader },
      );
    }
  }

  const lines: string[] = [];
  const logger = createLogger('gateway', {
    level: 'debug',
    destination: { write: (line: string) => void lines.push(line) },
  });
  let ahead = 0;
  const clock = (): Date => new Date(Date.now() + ahead);
  const serviceOptions: Omit<ServicesOptions, 'health'> = {
    databaseUrl: database.url,
    eventStoreUrl: events.url,
    commandsUrl: `http://127.0.0.1:${commandsPort}`,
    projectionsUrl: `http://127.0.0.1:${projectionsPort}`,
    ...(options.disks ? { disks: options.disks } : {}),
    mail: options.mail,
    ...(options.filesRoom ? { filesRoom: options.filesRoom } : {}),
    ...(options.exports ? { exports: options.exports } : {}),
    commandsSecret: gatewayToCommands,
    projectionsSecret: gatewayToProjections,
    factorSecrets: [factorSecret],
    personSecrets: [testPersonSecret],
    secureCookies: options.secureCookies ?? false,
    permissionCheck: options.permissionCheck ?? true,
    sessions: { idleMinutes: 30, longestMinutes: 90 },
    databasePool: 5,
    filesRoot,
    logger,
    clock,
    beatMs: options.beatMs ?? 60_000,
    watchMs: 3_600_000,
    ...(options.tracing ? { tracing: options.tracing } : {}),
    ...(options.casUrl === undefined
      ? {}
      : { cas: { url: options.casUrl, origin: 'http://jw.example', timeoutMs: 1_000 } }),
  };
  const appSettings: AppSettings = {
    allowedOrigins: [],
    rateLimits: { perCaller: 100_000, signIns: 100_000 },
    trustProxy: 0,
    webRoot: resolve(projectRoot, 'web/nowhere'),
    checkOutput: true,
    openDocs: true,
    metricsTokens: [metricsToken],
    ...options.settings,
  };
  const open = async (): Promise<{ services: Services; app: FastifyInstance; close(): Promise<void> }> => {
    const health = createHealthRegistry('gateway');
    const { services, close: closeServices } = await openServices({ ...serviceOptions, health });
    const app = await buildApp(services, health, appSettings);
    return {
      services,
      app,
      async close() {
        await app.close();
        await closeServices();
      },
    };
  };
  const { services, app, close } = await open();

  const settled = async (): Promise<void> => {
    while (!(await allHandled(projectionsPort, metricsToken))) await pause(20);
  };
  if (options.services) await settled();

  return {
    settled,
    environment: {
      DATABASE_URL: database.url,
      EVENTSTORE_URL: events.url,
      ...secrets,
      COMMANDS_URL: `http://127.0.0.1:${commandsPort}`,
      PROJECTIONS_URL: `http://127.0.0.1:${projectionsPort}`,
      FILES_ROOT: filesRoot,
      JWXT_DATA: filesRoot,
    },
    app,
    pool,
    commands,
    eventLog: services.eventLog,
    watch: services.watch,
    metricsToken,
    filesRoot,
    async stopService(name) {
      await running.get(name)?.close();
      running.delete(name);
    },
    advanceClock: (ms) => void (ahead += ms),
    async browser(userName) {
      const browser = createBrowser(app, clock);
      if (userName === undefined) return browser;
      const answer = await browser.login(userName);
      if (answer.code !== SUCCESS_CODE) throw new Error(`${userName} cannot sign in: ${answer.code} ${answer.message}`);
      return browser;
    },
    async another() {
      const beside = await open();
      return { browser: () => createBrowser(beside.app, clock), close: beside.close };
    },
    openSession: async (userName) =>
      (await services.sessions.open(userName, { clientAddress: null, userAgent: null }, clock())).cookie,
    get logged() {
      return lines.join('');
    },
    async stop() {
      await close();
      await Promise.all([...running.values()].map((service) => service.close()));
      await pool.end();
      await events.stop();
      await database.drop();
      await rm(filesRoot, { recursive: true, force: true });
    },
  };
}

/** Asked of the service: a read model that nothing concerned stores a little later how far it is. */
async function allHandled(port: number, token: string): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/status`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(10_000),
  });
  const { models } = (await answer.json()) as { models: { lagEvents: number }[] };
  return answer.ok && models.every(({ lagEvents }) => lagEvents === 0);
}
