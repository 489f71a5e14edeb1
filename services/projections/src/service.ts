import { loadConfig } from '@jwxt/infra/runtime/config.ts';
import { guardAgainstDemoData } from '@jwxt/infra/runtime/demo-data.ts';
import { connectEventLog } from '@jwxt/infra/runtime/event-log.ts';
import { nameUnfitServer } from '@jwxt/infra/runtime/event-store-version.ts';
import { secretsOf } from '@jwxt/infra/runtime/internal-secrets.ts';
import { openPersonKeys, withPersonKeys } from '@jwxt/infra/runtime/person-keys.ts';
import { observePools } from '@jwxt/infra/runtime/metrics-process.ts';
import { createPool } from '@jwxt/infra/runtime/postgres.ts';
import type { ServiceOptions } from '@jwxt/infra/runtime/service.ts';
import { allProjections } from './all-areas.ts';
import { buildApp } from './app.ts';
import { createBatchWatch } from './kernel/batch-watch.ts';
import { observeModels } from './kernel/model-metrics.ts';
import { registerReadiness } from './kernel/readiness.ts';
import { createStatusReader } from './kernel/status.ts';
import { startWorker, workerSettings } from './kernel/worker.ts';
import { projectionsConfig } from './projections.config.ts';

/** The projections service as an environment configures it; what is wrong in it ends the process with words. */
export function serviceOf(env: NodeJS.ProcessEnv): ServiceOptions {
  const config = loadConfig(projectionsConfig, env);
  return {
    name: 'projections',
    async start({ logger, health, metrics, tracing }) {
      await guardAgainstDemoData(config, logger);
      const pool = createPool(config.DATABASE_URL, {
        name: 'projections',
        max: config.DATABASE_POOL,
        settings: workerSettings,
        logger,
      });
      const keys = openPersonKeys({
        pool,
        databaseUrl: config.DATABASE_URL,
        secrets: secretsOf('PERSON_KEY', config),
        logger,
      });
      const log = withPersonKeys(connectEventLog(config.EVENTSTORE_URL, { name: 'projections', logger }), keys);
      const naming = nameUnfitServer(log, logger);
      const worker = await startWorker({
        projections: allProjections,
        pool,
        databaseUrl: config.DATABASE_URL,
        log,
        logger,
        watch: createBatchWatch(metrics, tracing),
      });
      const status = createStatusReader({ projections: allProjections, pool, log, worker });
      registerReadiness(health, status, config.LAG_LIMIT_SECONDS);
      observePools(metrics, { projections: pool });
      observeModels(metrics, status, worker);
      const app = buildApp({
        secrets: secretsOf('PROJECTIONS_SECRET', config),
        formerToken: config.INTERNAL_TOKEN,
        metricsToken: config.METRICS_TOKEN,
        health,
        metrics,
        status,
      });
      await app.listen({ host: config.HOST, port: config.PORT });
      return {
        async close() {
          await app.close();
          await worker.close();
          naming.close();
          await log.close();
          await keys.close();
          await pool.end();
        },
      };
    },
  };
}
