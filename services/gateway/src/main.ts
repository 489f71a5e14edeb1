import { join } from 'node:path';
import { loadConfig } from '@jwxt/infra/runtime/config.ts';
import { runService } from '@jwxt/infra/runtime/service.ts';
import { buildApp } from './app.ts';
import { gatewayConfig } from './gateway.config.ts';
import { openServices } from './open-services.ts';

const config = loadConfig(gatewayConfig);

await runService({
  name: 'gateway',
  async start({ logger, health, metrics, tracing }) {
    const { services, close } = await openServices({
      databaseUrl: config.DATABASE_URL, eventStoreUrl: config.EVENTSTORE_URL, commandsUrl: config.COMMANDS_URL, projectionsUrl: config.PROJECTIONS_URL,
      internalToken: config.INTERNAL_TOKEN, secureCookies: config.SECURE_COOKIES, permissionCheck: config.PERMISSION_CHECK, databasePool: config.DATABASE_POOL, filesRoot: config.FILES_ROOT ?? join(config.JWXT_DATA, 'files'), logger, health, registry: metrics, tracing, clock: () => new Date(),
      ...(config.CAS_URL !== undefined && config.PUBLIC_ORIGIN[0] !== undefined ? { cas: { url: config.CAS_URL, origin: config.PUBLIC_ORIGIN[0] } } : {}),
      sessions: { idleMinutes: config.SESSION_IDLE_MINUTES, longestMinutes: config.SESSION_LONGEST_MINUTES },
    });
    const app = await buildApp(services, health, {
      allowedOrigins: config.PUBLIC_ORIGIN, rateLimits: { perCaller: config.RATE_LIMIT, signIns: config.SIGN_IN_LIMIT }, trustProxy: config.TRUST_PROXY,
      webRoot: config.WEB_ROOT, checkOutput: config.NODE_ENV === 'test', metricsTokens: [config.INTERNAL_TOKEN, config.METRICS_TOKEN],
    });
    await app.listen({ host: config.HOST, port: config.PORT, listenTextResolver: (address) => `网关正在监听 ${address}` });
    return {
      async close() {
        await app.close();
        await close();
      },
    };
  },
});
