import { join } from 'node:path';
import { z } from 'zod';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import {
  commonEnv,
  databaseUrl,
  described,
  envInteger,
  envPort,
  eventStoreUrl,
  loadConfig,
} from '@jwxt/infra/runtime/config.ts';
import { namesMissing, pairEnv, secretsOf } from '@jwxt/infra/runtime/internal-secrets.ts';
import { guardAgainstDemoData } from '@jwxt/infra/runtime/demo-data.ts';
import { watchDisks } from '@jwxt/infra/runtime/disk-watch.ts';
import { runService } from '@jwxt/infra/runtime/service.ts';
import { allChores } from './all-areas.ts';
import { buildApp } from './app.ts';
import { createFolderArchive } from './system/archive.ts';
import { startRetention } from './system/retention.ts';

const config = loadConfig(
  z
    .object({
      ...commonEnv,
      HOST: described(z.string().min(1), { expected: '监听地址，例如 127.0.0.1' }).default('127.0.0.1'),
      PORT: envPort().default(8081),
      DATABASE_URL: databaseUrl,
      EVENTSTORE_URL: eventStoreUrl,
      ...pairEnv('COMMANDS_SECRET', 'OPERATOR_SECRET'),
      /** Lets the demo loader say when something happened; never in production. */
      JWXT_ALLOW_BACKDATED: described(z.enum(yesNo), { expected: '0 或 1' }).default(yesNo.no),
      /** For how many days rows are kept that grow with use; 0: for ever. */
      KEEP_COMMANDS_DAYS: envInteger(0, 36_500).default(90),
      KEEP_SESSIONS_DAYS: envInteger(0, 36_500).default(30),
      KEEP_OPERATION_LOG_DAYS: envInteger(0, 36_500).default(1_825),
      KEEP_MESSAGES_DAYS: envInteger(0, 36_500).default(1_095),
      KEEP_JOBS_DAYS: envInteger(0, 36_500).default(1_095),
      KEEP_MONITOR_RESULTS_DAYS: envInteger(0, 36_500).default(180),
    })
    .superRefine(namesMissing('COMMANDS_SECRET', 'OPERATOR_SECRET')),
);
const keepDays = {
  commands: config.KEEP_COMMANDS_DAYS,
  sessions: config.KEEP_SESSIONS_DAYS,
  operationLog: config.KEEP_OPERATION_LOG_DAYS,
  messages: config.KEEP_MESSAGES_DAYS,
  jobs: config.KEEP_JOBS_DAYS,
  monitorResults: config.KEEP_MONITOR_RESULTS_DAYS,
};

await runService({
  name: 'commands',
  async start({ logger, health, metrics, tracing }) {
    await guardAgainstDemoData(config, logger);
    const disks = await watchDisks({
      folders: [{ name: 'data', title: '数据目录', path: config.JWXT_DATA }],
      logger,
      health,
      metrics,
    });
    const app = buildApp({
      disks,
      databaseUrl: config.DATABASE_URL,
      eventStoreUrl: config.EVENTSTORE_URL,
      secrets: { gateway: secretsOf('COMMANDS_SECRET', config), operator: secretsOf('OPERATOR_SECRET', config) },
      formerToken: config.INTERNAL_TOKEN,
      logger,
      health,
      metrics,
      tracing,
      metricsToken: config.METRICS_TOKEN,
      chores: {
        ...allChores,
        // Needs what the operator has set.
        retention: ({ pool }, log) =>
          startRetention(pool, createFolderArchive(join(config.JWXT_DATA, 'archive')), keepDays, log),
      },
      allowBackdated: config.JWXT_ALLOW_BACKDATED === yesNo.yes && config.NODE_ENV !== 'production',
    });
    await app.http.listen({
      host: config.HOST,
      port: config.PORT,
      listenTextResolver: (address) => `命令服务正在监听 ${address}`,
    });
    return {
      async close() {
        disks.close();
        await app.close();
      },
    };
  },
});
