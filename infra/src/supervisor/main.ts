/** `npm start`: runs the whole product on this machine until it is told to stop. */
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { noAdministratorText } from '../base-data/administrator.ts';
import { ConfigError, configExitCode, loadConfig, projectRoot } from '../runtime/config.ts';
import { openSystemLog } from './console-log.ts';
import { takeDataFolder } from '../data-folder/control-socket.ts';
import { loadSecrets, prepareDataFolder } from '../data-folder/data-folder.ts';
import { endLeftovers, openChildRegister } from './leftovers.ts';
import { checkStart } from './start-check.ts';
import { stopOnSignals } from './stop-signals.ts';
import { supervisorConfig } from './supervisor.config.ts';
import { createSystem } from './system.ts';
import type { System } from './system.ts';
import { buildWeb } from './web-build.ts';
import { welcomeLine } from './welcome.ts';

const config = loadConfig(supervisorConfig);
const program = (path: string): string => join(projectRoot, path);

async function main(): Promise<void> {
  await checkStart(config);
  await prepareDataFolder(config.JWXT_DATA);
  const dataDir = await realpath(config.JWXT_DATA);
  const started: { system?: System } = {};
  const hold = await takeDataFolder(
    dataDir,
    () =>
      started.system?.status() ?? { pid: process.pid, env: {}, hasLocalEvents: config.EVENTSTORE_URL === undefined },
  );
  const log = openSystemLog(dataDir, config.LOG_LEVEL, {
    fileBytes: config.LOG_FILE_MB * 1024 * 1024,
    files: config.LOG_FILES,
  });
  const { logger } = log;
  await endLeftovers(dataDir, logger);
  const register = openChildRegister(dataDir);
  const system = createSystem({
    config,
    portGiven: (process.env.PORT ?? '').trim() !== '',
    dataDir,
    secrets: await loadSecrets(dataDir),
    log,
    register,
    scripts: {
      commands: program('services/commands/src/main.ts'),
      projections: program('services/projections/src/main.ts'),
      gateway: program('services/gateway/src/main.ts'),
      baseData: program('infra/src/base-data/main.ts'),
      demo: program('infra/src/demo/main.ts'),
    },
    buildWeb: (stopping) => (config.JWXT_WEB_BUILD ? buildWeb(logger, stopping) : Promise.resolve()),
  });
  started.system = system;

  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopping ??= system.stop());
  const asked = stopOnSignals(logger, stop);
  try {
    const started = await system.start();
    if (!started.administrated) logger.warn(noAdministratorText);
    process.stdout.write(`${welcomeLine(config, started)}\n`);
    await asked;
  } catch (error) {
    if (!stopping) {
      logger.fatal(startProblem(error));
      process.exitCode = 1;
    }
    await stop();
  }
  logger.info('已全部停止');
  await log.close();
  await hold.close();
}

/** Failures that we foresaw are told in one Chinese message; a stack trace is for those that nobody did. */
function startProblem(error: unknown): string {
  const foreseen = error instanceof Error && /\p{Script=Han}/u.test(error.message);
  return (
    '启动失败：' +
    `${foreseen ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}`
  );
}

try {
  await main();
  process.exit();
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : startProblem(error)}\n`);
  process.exit(error instanceof ConfigError ? configExitCode : 1);
}
