import { z } from 'zod';
import {
  commonEnv, databaseUrl, described, envPort, eventStoreUrl, internalToken, loadConfig,
} from '@jwxt/infra/runtime/config.ts';
import { runService } from '@jwxt/infra/runtime/service.ts';
import { buildApp } from './app.ts';
import { startNightlyLook } from './data-monitor/nightly-look.ts';
import { startWindowReminders } from './notice/window-reminders.ts';

const config = loadConfig(z.object({
  ...commonEnv,
  HOST: described(z.string().min(1), { expected: '监听地址，例如 127.0.0.1' }).default('127.0.0.1'),
  PORT: envPort().default(8081),
  DATABASE_URL: databaseUrl,
  EVENTSTORE_URL: eventStoreUrl,
  INTERNAL_TOKEN: internalToken,
  /** Lets the demo loader say when something happened; never in production. */
  JWXT_ALLOW_BACKDATED: described(z.enum(['0', '1']), { expected: '0 或 1' }).default('0'),
}));

await runService({
  name: 'commands',
  async start({ logger, health, metrics, tracing }) {
    const app = buildApp({
      databaseUrl: config.DATABASE_URL, eventStoreUrl: config.EVENTSTORE_URL, internalToken: config.INTERNAL_TOKEN, logger, health, metrics, tracing,
      metricsToken: config.METRICS_TOKEN, chores: { dataMonitor: ({ pool }, log) => startNightlyLook(pool, log), windowReminders: ({ pool }, log) => startWindowReminders(pool, log) },
      allowBackdated: config.JWXT_ALLOW_BACKDATED === '1' && config.NODE_ENV !== 'production',
    });
    await app.http.listen({ host: config.HOST, port: config.PORT, listenTextResolver: (address) => `命令服务正在监听 ${address}` });
    return { close: () => app.close() };
  },
});
