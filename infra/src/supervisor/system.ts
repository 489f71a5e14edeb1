import { join } from 'node:path';
import { findFreePort, firstFreePort } from '../engines/free-port.ts';
import { connectEventLog } from '../runtime/event-log.ts';
import { maskUrlPassword } from '../runtime/config.ts';
import { withTimeout } from '../runtime/backoff.ts';
import { MigrationError, migrate } from '../migrations/migrate.ts';
import type { SystemLog } from './console-log.ts';
import type { SupervisorStatus } from './control-socket.ts';
import { StartRefused } from './data-folder.ts';
import type { Secrets } from './data-folder.ts';
import { localEventNodePart, localPostgresPart } from './engine-parts.ts';
import { HopelessStart, keepRunning } from './keep-running.ts';
import type { Part } from './keep-running.ts';
import type { ChildRegister } from './leftovers.ts';
import { runProgram } from './program-run.ts';
import { localAddress, servicePart } from './service-part.ts';
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

/** All processes of the product on this machine. */
export interface System {
  /** Starts everything in order. Rejects with a message for the operator; call {@link System.stop} then too. */
  start(): Promise<{ port: number; demo: boolean }>;
  /** What the control socket tells. */
  status(): SupervisorStatus;
  /** Stops everything in the opposite order. May be called at any time, also while it starts. */
  stop(): Promise<void>;
}

const engineLimitMs = 15_000;

/** Puts the product together; nothing runs before `start()`. */
export function createSystem(options: SystemOptions): System {
  const { config, dataDir, log, register, scripts } = options;
  const { logger } = log;
  const stopping = new AbortController();
  const stops: (() => Promise<void>)[] = [];
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
    const postgres = config.DATABASE_URL === undefined ? await localPostgresPart(dataDir, options.secrets.postgresPassword, logger) : undefined;
    const events = config.EVENTSTORE_URL === undefined ? await localEventNodePart(dataDir, logger, register) : undefined;
    await Promise.all([postgres, events].filter((engine) => engine !== undefined).map((engine) => keep(engine.part)));
    env = {
      LOG_LEVEL: config.LOG_LEVEL,
      NODE_ENV: config.NODE_ENV,
      JWXT_DATA: dataDir,
      FILES_ROOT: config.FILES_ROOT ?? join(dataDir, 'files'),
      DATABASE_URL: config.DATABASE_URL ?? postgres?.url ?? '',
      EVENTSTORE_URL: config.EVENTSTORE_URL ?? events?.url ?? '',
      INTERNAL_TOKEN: config.INTERNAL_TOKEN ?? options.secrets.internalToken,
    };
    await migrateDatabase(env.DATABASE_URL ?? '');
    if (config.EVENTSTORE_URL !== undefined) await checkEventStore(config.EVENTSTORE_URL);
  };

  const migrateDatabase = async (url: string): Promise<void> => {
    try {
      await migrate(url, { logger });
    } catch (error) {
      if (error instanceof MigrationError) throw new StartRefused(error.message, error);
      throw new StartRefused(`无法连接数据库 ${maskUrlPassword(url)}：${error instanceof Error ? error.message : ''}，请检查 DATABASE_URL`, error);
    }
  };

  const service = (name: string, script: string, host: string, port: number, more: Record<string, string> = {}): Promise<void> =>
    keep(servicePart({ name, script, host, port, env: { ...env, ...more } }, { log, register }));

  const program = async (name: string, script: string): Promise<void> => {
    logger.info(`正在${name}`);
    await runProgram({ name, script, env }, { log, register, stopping: stopping.signal });
  };

  const loadDemo = async (): Promise<boolean> => {
    if (!demoWanted(config)) return false;
    try {
      await program('检查并装载演示数据（首次启动需要一些时间）', scripts.demo);
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
      const webBuilt = options.buildWeb(stopping.signal);
      webBuilt.catch(() => undefined);
      await startEngines();
      const loopback = '127.0.0.1';
      const [commandsPort, projectionsPort] = [await findFreePort(), await findFreePort()];
      env.COMMANDS_URL = localAddress({ host: loopback, port: commandsPort });
      env.PROJECTIONS_URL = localAddress({ host: loopback, port: projectionsPort });
      await service('commands', scripts.commands, loopback, commandsPort, demoWanted(config) ? { JWXT_ALLOW_BACKDATED: '1' } : {});
      await program('装载基础数据', scripts.baseData);
      await service('projections', scripts.projections, loopback, projectionsPort);
      await webBuilt;
      await service('gateway', scripts.gateway, config.HOST, port);
      const demo = await loadDemo();
      address = localAddress({ host: config.HOST, port });
      return { port, demo };
    },
    status: () => ({ pid: process.pid, env, hasLocalEvents: config.EVENTSTORE_URL === undefined, ...(address === undefined ? {} : { address }) }),
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

/** The port for the page: the wanted one, or the next free one after saying so. In production a given port is binding. */
async function gatewayPort(config: SupervisorConfig, given: boolean, log: SystemLog): Promise<number> {
  if (config.PORT === 0) return await findFreePort();
  const port = await firstFreePort(config.PORT, config.HOST);
  if (port === config.PORT) return port;
  if (port === undefined || (given && config.NODE_ENV === 'production')) {
    throw new StartRefused(`端口 ${config.PORT} 已被占用或不能使用（监听地址 ${config.HOST}），请用 PORT 指定另一个端口`);
  }
  log.logger.warn(`端口 ${config.PORT} 已被占用，改用 ${port}（可用环境变量 PORT 指定）`);
  return port;
}

async function checkEventStore(url: string): Promise<void> {
  const eventLog = connectEventLog(url, { name: 'supervisor' });
  try {
    await withTimeout(eventLog.lastPosition(), engineLimitMs, () => new Error('没有回应'));
  } catch (error) {
    throw new StartRefused(`无法连接事件库 ${maskUrlPassword(url)}：${error instanceof Error ? error.message : ''}，请检查 EVENTSTORE_URL`, error);
  } finally {
    await eventLog.close();
  }
}
