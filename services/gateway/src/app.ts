import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { operations } from '@jwxt/contracts/kernel/all-operations.ts';
import type { HealthRegistry } from '@jwxt/infra/runtime/health.ts';
import { registerHealthRoutes } from '@jwxt/infra/runtime/health.ts';
import { registerMetricsRoute } from '@jwxt/infra/runtime/metrics.ts';
import { traceIdFor } from '@jwxt/infra/runtime/request-trace.ts';
import { handlers } from './all-handlers.ts';
import { answerError } from './kernel/error-answer.ts';
import { registry } from './kernel/handler.ts';
import { openApiDocument } from './kernel/openapi.ts';
import { registerOperations } from './kernel/routes.ts';
import type { Services } from './kernel/services.ts';
import { registerApiDocs } from './plugins/api-docs.plugin.ts';
import { registerCookies } from './plugins/cookies.plugin.ts';
import { registerFormBody } from './plugins/form-body.plugin.ts';
import { registerObservation } from './plugins/observation.plugin.ts';
import { registerRateLimit, type RateLimits } from './plugins/rate-limit.plugin.ts';
import { registerSecurityHeaders } from './plugins/security-headers.plugin.ts';
import { registerWebFiles } from './plugins/web-files.plugin.ts';
import { registerWebsocket } from './plugins/websocket.plugin.ts';
import type { Caller } from './push/push-hub.ts';
import { registerPushRoute } from './push/push.route.ts';
import { registerCasRoutes } from './session/cas.route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who opens a websocket, once checked. */
    caller: Caller | null;
  }
}

/** How the gateway serves. */
export interface AppSettings {
  /** Origins besides the gateway's own whose pages may call, e.g. of a page server in development. */
  readonly allowedOrigins: readonly string[];
  readonly rateLimits: RateLimits;
  /** Whom to believe about the caller's address: a number of proxies in front, or their addresses joined by commas. */
  readonly trustProxy: number | string;
  /** Folder of the built pages. */
  readonly webRoot: string;
  readonly checkOutput: boolean;
  /** Bearer tokens that open `/metrics`. */
  readonly metricsTokens: readonly (string | undefined)[];
}

/** Largest body that is read, in bytes: a sheet of 500 rows with all its cells is far below. */
const bodyLimit = 1024 * 1024;

/** How long a whole request may take to arrive: 50 MB over a slow line. Bodies other than uploads have {@link import('./kernel/body-time.ts').bodyWithin} a minute. */
const UPLOAD_MS = 30 * 60_000;

/** Puts the gateway together over its services. It listens nowhere. */
export async function buildApp(services: Services, health: HealthRegistry, settings: AppSettings): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = services.logger;
  const app: FastifyInstance = Fastify({
    loggerInstance, logController: new LogController({ disableRequestLogging: true }), bodyLimit, trustProxy: trusted(settings.trustProxy), genReqId: traceIdFor,
    // Lines name their trace themselves: a logger for each request costs more than the few lines that are written.
    childLoggerFactory: (parent) => parent,
    routerOptions: { maxParamLength: 1_024 }, forceCloseConnections: 'idle', requestTimeout: UPLOAD_MS,
    // An address that the router itself cannot take.
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  });
  app.decorateRequest('caller', null);
  app.setErrorHandler(answerError);
  registerObservation(app, { metrics: services.metrics, tracing: services.tracing });

  await registerSecurityHeaders(app, { tls: services.secureCookies });
  await registerCookies(app);
  await registerRateLimit(app, settings.rateLimits);
  await registerFormBody(app);
  await registerWebsocket(app);
  await registerApiDocs(app, openApiDocument(operations));
  await registerWebFiles(app, settings.webRoot);
  registerHealthRoutes(app, health);
  registerMetricsRoute(app, services.registry, settings.metricsTokens);
  registerOperations(app, registry(operations, handlers).values(), services, settings);
  registerCasRoutes(app, services);
  registerPushRoute(app, services, settings.allowedOrigins);
  return app;
}

/** The nearest proxies, by number; fastify counts in hops from the socket. */
function trusted(proxies: number | string): false | string | ((address: string, hop: number) => boolean) {
  if (typeof proxies === 'string') return proxies;
  return proxies === 0 ? false : (_address, hop) => hop < proxies;
}
