import { join } from 'node:path';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { loadConfig } from '@jwxt/infra/runtime/config.ts';
import { secretsOf } from '@jwxt/infra/runtime/internal-secrets.ts';
import { guardAgainstDemoData } from '@jwxt/infra/runtime/demo-data.ts';
import { watchDisks } from '@jwxt/infra/runtime/disk-watch.ts';
import type { ServiceOptions } from '@jwxt/infra/runtime/service.ts';
import { allChores } from './all-areas.ts';
import { buildApp } from './app.ts';
import { commandsConfig } from './commands.config.ts';
import { startCheckpoints } from './integrity/checkpoint-chore.ts';
import { createErasureList } from './system/erasure/erasure-list.ts';
import { createFolderArchive } from './system/archive.ts';
import { startRetention } from './system/retention.ts';

/** The commands service as an environment configures it; what is wrong in it ends the process with words. */
export function serviceOf(env: NodeJS.ProcessEnv): ServiceOptions {
  const config = loadConfig(commandsConfig, env);
  const keepDays = {
    commands: config.KEEP_COMMANDS_DAYS,
    sessions: config.KEEP_SESSIONS_DAYS,
    operationLog: config.KEEP_OPERATION_LOG_DAYS,
    messages: config.KEEP_MESSAGES_DAYS,
    jobs: config.KEEP_JOBS_DAYS,
    monitorResults: config.KEEP_MONITOR_RESULTS_DAYS,
    changes: config.KEEP_CHANGES_DAYS,
  };
  const keyFolder = config.SIGNING_KEY_FOLDER ?? join(config.JWXT_DATA, 'integrity');
  return {
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
        databasePool: config.DATABASE_POOL,
        eventStoreUrl: config.EVENTSTORE_URL,
        keyFolder,
        secrets: { gateway: secretsOf('COMMANDS_SECRET', config), operator: secretsOf('OPERATOR_SECRET', config) },
        personSecrets: secretsOf('PERSON_KEY', config),
        erasures: createErasureList(config.JWXT_DATA),
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
          checkpoints: (_services, log) =>
            startCheckpoints(
              {
                eventStoreUrl: config.EVENTSTORE_URL,
                keyFolder,
                everyEvents: config.CHECKPOINT_EVENTS,
                everyMs: config.CHECKPOINT_SECONDS * 1000,
              },
              log,
            ),
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
  };
}
