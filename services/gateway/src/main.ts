import { connectEventLog } from '@jwxt/infra/runtime/event-log.ts';
import { loadConfig } from '@jwxt/infra/runtime/config.ts';
import { createInternalClient } from '@jwxt/infra/runtime/internal-http.ts';
import { createPool } from '@jwxt/infra/runtime/postgres.ts';
import { runService } from '@jwxt/infra/runtime/service.ts';
import { buildApp } from './app.ts';
import { gatewayConfig } from './gateway.config.ts';
import { createCommandClient } from './kernel/command-client.ts';
import { createQueueKeys } from './kernel/queue-keys.ts';
import { createReadDatabase } from './kernel/read-database.ts';
import { openReadModelFeed } from './kernel/read-model-feed.ts';
import type { Services } from './kernel/services.ts';
import { createPushHub } from './push/push-hub.ts';
import { createLoginGuard } from './session/login-guard.ts';
import { createPrincipals } from './session/principals.ts';
import { createSessionStore } from './session/session-store.ts';

const config = loadConfig(gatewayConfig);

await runService({
  name: 'gateway',
  async start({ logger, health }) {
    const clock = (): Date => new Date();
    const pool = createPool(config.DATABASE_URL, { name: 'gateway', max: config.DATABASE_POOL, statementTimeoutMs: 20_000, logger });
    const db = createReadDatabase(pool);
    const commandsClient = createInternalClient(config.COMMANDS_URL, config.INTERNAL_TOKEN);
    const eventLog = connectEventLog(config.EVENTSTORE_URL, { name: 'gateway', logger });
    const feed = await openReadModelFeed(config.DATABASE_URL, db, logger);
    const sessions = createSessionStore(db, { idleMinutes: config.SESSION_IDLE_MINUTES, longestMinutes: config.SESSION_LONGEST_MINUTES });
    const principals = createPrincipals(db, clock);
    const queueKeys = createQueueKeys(db, clock);
    const push = createPushHub({ db, feed, sessions, principals, queueKeys, logger, clock });
    const services: Services = {
      db, feed, eventLog, sessions, principals, queueKeys, push, logger, clock, secureCookies: config.SECURE_COOKIES,
      commands: createCommandClient(commandsClient), projections: createInternalClient(config.PROJECTIONS_URL, config.INTERNAL_TOKEN),
      loginGuard: createLoginGuard(db),
    };

    health.register('database', async () => {
      await pool.query('select 1');
      return { status: 'up' };
    });
    health.register('notices', () => (feed.connected ? { status: 'up' } : { status: 'degraded', detail: '数据库通知连接中断，正在重连' }));
    health.register('commands', async () => {
      const { status } = await commandsClient.call('/health/ready', { timeoutMs: 1_500 });
      return status === 200 ? { status: 'up' } : { status: 'degraded', detail: `commands answers ${status}` };
    });
    health.register('push', () => ({ status: 'up', detail: { connections: push.connections } }));

    const app = await buildApp(services, health, {
      allowedOrigins: config.PUBLIC_ORIGIN, rateLimits: { perCaller: config.RATE_LIMIT, signIns: config.SIGN_IN_LIMIT }, trustProxy: config.TRUST_PROXY,
      webRoot: config.WEB_ROOT, checkOutput: config.NODE_ENV === 'test',
    });
    await app.listen({ host: config.HOST, port: config.PORT, listenTextResolver: (address) => `网关正在监听 ${address}` });
    return {
      async close() {
        push.close();
        await app.close();
        await feed.close();
        await eventLog.close();
        await pool.end();
      },
    };
  },
});
