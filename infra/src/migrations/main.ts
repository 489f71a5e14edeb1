/**
 * `npm run migrate`: brings the database named by DATABASE_URL up to date, or else that of the system running on this
 * machine.
 */
import { z } from 'zod';
import { ConfigError, commonEnv, databaseUrl, loadConfig } from '../runtime/config.ts';
import { refuseDemoData } from '../runtime/demo-data.ts';
import { createLogger } from '../runtime/logger.ts';
import { askSupervisorOrEnd } from '../data-folder/control-socket.ts';
import { MigrationError, migrate } from './migrate.ts';

const { JWXT_DATA } = loadConfig(z.object({ JWXT_DATA: commonEnv.JWXT_DATA }));
const running = process.env.DATABASE_URL ? undefined : await askSupervisorOrEnd(JWXT_DATA);
const config = loadConfig(z.object({ ...commonEnv, DATABASE_URL: databaseUrl }), { ...process.env, ...running?.env });
const logger = createLogger('migrate', { level: config.LOG_LEVEL });
try {
  await refuseDemoData(config);
  const applied = await migrate(config.DATABASE_URL, { logger });
  logger.info({ applied }, applied.length === 0 ? '数据库结构已是最新' : '数据库结构更新完成');
} catch (error) {
  const message =
    error instanceof MigrationError || error instanceof ConfigError
      ? error.message
      : `无法更新数据库：${error instanceof Error ? error.message : ''}`;
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
