import { join } from 'node:path';
import { hasAdministrator } from '../base-data/administrator.ts';
import { findFreePort, firstFreePort } from '../engines/free-port.ts';
import { ConfigError, maskUrlPassword } from '../runtime/config.ts';
import { refuseDemoData } from '../runtime/demo-data.ts';
import { derivedSecret, pairs, secretsOf, type PairSecret } from '../runtime/internal-secrets.ts';
import { isOfOtherMaster, WrongMasterKey } from '../runtime/person-keys.ts';
import { createPool } from '../runtime/postgres.ts';
import { tlsFilesOf } from '../runtime/tls-files.ts';
import { MigrationError, migrate } from '../migrations/migrate.ts';
import type { SystemLog } from './console-log.ts';
import { emptyDatabaseText, isWithoutTables, untilDatabaseAnswers } from './database-start.ts';
import type { SupervisorStatus } from '../data-folder/control-socket.ts';
import { StartRefused } from '../data-folder/data-folder.ts';
import type { Secrets } from '../data-folder/data-folder.ts';
import { holdsEvents, untilEventStoreAnswers } from './event-store-start.ts';
import { localEventNodePart, localPostgresPart } from './engine-parts.ts';
import { HopelessStart, keepRunning } from './keep-running.ts';
import type { Part } from './keep-running.ts';
import type { ChildRegister } from './leftovers.ts';
import { runProgram } from './program-run.ts';
import { localAddress, servicePart } from './service-part.ts';
import { servicePorts } from './service-ports.ts';
import type { SupervisorConfig } from './supervisor.config.ts';

/** The programs that make up the product; tests name small ones. */
export interface SystemScripts {
  commands: string;
  projections: string;
  gateway: string;
  /** Loads what every installation needs; run at each start, changes nothing the second time. */
  baseData: string;
  /** Loads the demo university; run at each start, changes nothing the second time. */
  demo: string;
}

/** What {@link createSystem} needs. */
export interface SystemOptions {
  config: SupervisorConfig;
  /** PORT was given, not taken from the default. */
  portGiven: boolean;
  /** The data folder, ready and held by this process. */
  dataDir: string;
  secrets: Secrets;
  log: SystemLog;
  register: ChildRegister;
  scripts: SystemScripts;
  buildWeb(stopping: AbortSignal): Promise<void>;
}

/** How a start ended. */
export interface Started {
  readonly port: number;
  /** The demo university is there, with its accounts. */
  readonly demo: boolean;
  /** Somebody can sign in and administer. */
  readonly administrated: boolean;
}

/** All processes of the product on this machine. */
export interface System {
  /** Starts everything in order. Rejects with a message for the operator; call {@link System.stop} then too. */
  start(): Promise<Started>;
  /** What the control socket tells. */
  status(): SupervisorStatus;
  /** Stops everything in the opposite order. May be called at any time, also while it starts. */
  stop(): Promise<void>;
}

/** Puts the product together; nothing runs before `start()`. */
export function createSystem(options: SystemOptions): System {
  const { config, dataDir, log, register, scripts } = options;
  const { logger } = log;
  const stopping = new AbortController();
  const stops: (() => Promise<void>)[] = [];
  /** Nobody but this process knows it: each part gets what is derived for its pairs. */
  const rootSecret = config.INTERNAL_TOKEN ?? options.secrets.internalToken;
  let env: Record<string, string> = {};
  let address: string | undefined;

  /** Starts a part that will be stopped after all that are started later. */
  const keep = async (part: Part): Promise<void> => {
    stopping.signal.throwIfAborted();
    const kept = keepRunning(part, logger);
    stops.push(() => kept.stop());
    await kept.ready;
  };

  const startEngines = async (): Promise<void> => {
    const postgres =
      config.DATABASE_URL === undefined
        ? await localPostgresPart(dataDir, options.secrets.postgresPassword, logger)
        : undefined;
    const events =
      config.EVENTSTORE_URL === undefined ? await localEventNodePart(dataDir, logger, register) : undefined;
    await Promise.all([postgres, events].filter((engine) => engine !== undefined).map((engine) => keep(engine.part)));
    env = {
      LOG_LEVEL: config.LOG_LEVEL,
      NODE_ENV: config.NODE_ENV,
      JWXT_DATA: dataDir,
      FILES_ROOT: config.FILES_ROOT ?? join(dataDir, 'files'),
      DATABASE_URL: config.DATABASE_URL ?? postgres?.url ?? '',
      EVENTSTORE_URL: config.EVENTSTORE_URL ?? events?.url ?? '',
      METRICS_TOKEN: config.METRICS_TOKEN ?? derivedSecret(rootSecret, 'metrics'),
      ...Object.fromEntries(
        (Object.keys(pairs) as PairSecret[]).map((name) => [
          name,
          secretsOf(name, { ...config, INTERNAL_TOKEN: rootSecret })
            .slice(0, 2)
            .join(','),
        ]),
      ),
    };
    await openDatabase(env.DATABASE_URL ?? '', env.EVENTSTORE_URL ?? '');
  };

  /** Brings the database up to date, once it answers and is one to work with. */
  const openDatabase = async (url: string, eventsUrl: string): Promise<void> => {
    try {
      await untilDatabaseAnswers(url, logger, stopping.signal);
      await refuseDemoData({ NODE_ENV: config.NODE_ENV, DATABASE_URL: url });
      if (config.EVENTSTORE_URL !== undefined)
        await untilEventStoreAnswers(config.EVENTSTORE_URL, logger, stopping.signal);
      stopping.signal.throwIfAborted();
      if ((await isWithoutTables(url)) && (await holdsEvents(eventsUrl)))
        throw new StartRefused(emptyDatabaseText(url));
      await migrate(url, { logger });
      await refuseOtherMasterKey(url);
    } catch (error) {
      if (error instanceof MigrationError) throw new StartRefused(error.message, error);
      if (error instanceof StartRefused || error instanceof ConfigError) throw error;
      stopping.signal.throwIfAborted();
      throw new StartRefused(
        `无法连接数据库 ${maskUrlPassword(url)}：${error instanceof Error ? error.message : ''}，请检查 DATABASE_URL`,
        error,
      );
    }
  };

  /** Names would be lost to whoever goes on with another master key than that of this database. */
  const refuseOtherMasterKey = async (url: string): Promise<void> => {
    const pool = createPool(url, { name: 'master key' });
    try {
      const secrets = (env.PERSON_KEY ?? '').split(',');
      if (await isOfOtherMaster(pool, secrets)) throw new StartRefused(new WrongMasterKey().message);
    } finally {
      await pool.end();
    }
  };

  const service = (
    name: string,
    script: string,
    { host, port, tls = false }: { host: string; port: number; tls?: boolean },
    secrets: readonly (PairSecret | 'SMTP_URL')[],
    more: Record<string, string> = {},
  ): Promise<void> =>
    keep(servicePart({ name, script, host, port, tls, secrets, env: { ...env, ...more } }, { log, register }));

  const program = async (name: string, script: string, secrets: readonly string[]): Promise<void> => {
    logger.info(`正在${name}`);
    await runProgram({ name, script, env, secrets }, { log, register, stopping: stopping.signal });
  };

  const loadDemo = async (): Promise<boolean> => {
    if (!demoWanted(config)) return false;
    try {
      await program('检查并装载演示数据（首次启动需要一些时间）', scripts.demo, ['DATABASE_URL', 'OPERATOR_SECRET']);
      return true;
    } catch (error) {
      stopping.signal.throwIfAborted();
      logger.error({ err: error }, '演示数据未能装载完整，系统仍可使用；重新启动会继续装载');
      return false;
    }
  };

  return {
    async start() {
      const port = await gatewayPort(config, options.portGiven, log);
      await assertRedirectPort(config, port);
      const webBuilt = options.buildWeb(stopping.signal);
      webBuilt.catch(() => undefined);
      await startEngines();
      const loopback = '127.0.0.1';
      const ports = await servicePorts(dataDir, config, logger);
      env.COMMANDS_URL = localAddress({ host: loopback, port: ports.commands });
      env.PROJECTIONS_URL = localAddress({ host: loopback, port: ports.projections });
      await service(
        'commands',
        scripts.commands,
        { host: loopback, port: ports.commands },
        ['COMMANDS_SECRET', 'OPERATOR_SECRET', 'PERSON_KEY'],
        demoWanted(config) ? { JWXT_ALLOW_BACKDATED: '1' } : {},
      );
      await program('装载基础数据', scripts.baseData, ['OPERATOR_SECRET', 'JWXT_ADMIN_PASSWORD']);
      await service('projections', scripts.projections, { host: loopback, port: ports.projections }, [
        'PROJECTIONS_SECRET',
        'PERSON_KEY',
      ]);
      await webBuilt;
      const page = { host: config.HOST, port, tls: tlsFilesOf(config) !== null };
      await service('gateway', scripts.gateway, page, [
        'COMMANDS_SECRET',
        'PROJECTIONS_SECRET',
        'FACTOR_SECRET',
        'PERSON_KEY',
        'SMTP_URL',
      ]);
      const demo = await loadDemo();
      address = localAddress(page);
      return { port, demo, administrated: demo || (await hasAdministrator(env.DATABASE_URL ?? '')) };
    },
    status: () => ({
      pid: process.pid,
      env,
      hasLocalEvents: config.EVENTSTORE_URL === undefined,
      ...(address === undefined ? {} : { address }),
    }),
    async stop() {
      stopping.abort(new HopelessStart('已要求停止'));
      for (const stop of stops.toReversed()) await stop();
    },
  };
}

/** The demo university is never loaded in production. */
function demoWanted(config: SupervisorConfig): boolean {
  return config.JWXT_DEMO && config.NODE_ENV !== 'production';
}

/**
 * The port for the page: the wanted one, or the next free one after saying so. In production a given port is binding.
 */
async function gatewayPort(config: SupervisorConfig, given: boolean, log: SystemLog): Promise<number> {
  if (config.PORT === 0) return await findFreePort();
  const port = await firstFreePort(config.PORT, config.HOST);
  if (port === config.PORT) return port;
  if (port === undefined || (given && config.NODE_ENV === 'production')) {
    throw new StartRefused(
      `端口 ${config.PORT} 已被占用或不能使用（监听地址 ${config.HOST}），请用 PORT 指定另一个端口`,
    );
  }
  log.logger.warn(`端口 ${config.PORT} 已被占用，改用 ${port}（可用环境变量 PORT 指定）`);
  return port;
}

/**
 * The port for plain http beside a certificate is binding: the gateway would find out only when everything else runs.
 */
async function assertRedirectPort(config: SupervisorConfig, pagePort: number): Promise<void> {
  const { HTTP_REDIRECT_PORT: wanted, HOST: host } = config;
  if (wanted === undefined || wanted === 0) return;
  if (wanted === pagePort) throw new StartRefused(`HTTP_REDIRECT_PORT 与 PORT 不能相同（${wanted}）`);
  if ((await firstFreePort(wanted, host, 1)) === undefined)
    throw new StartRefused(
      `端口 ${wanted} 已被占用或不能使用（监听地址 ${host}），请用 HTTP_REDIRECT_PORT 指定另一个端口`,
    );
}
