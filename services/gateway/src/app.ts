import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { operations } from '@jwxt/contracts/all-areas.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { HealthRegistry } from '@jwxt/infra/runtime/health.ts';
import { registerHealthRoutes } from '@jwxt/infra/runtime/health.ts';
import { registerMetricsRoute } from '@jwxt/infra/runtime/metrics.ts';
import { traceIdFor } from '@jwxt/infra/runtime/request-trace.ts';
import { handlers } from './all-areas.ts';
import { createAdmission, guardBodies } from './kernel/admission.ts';
import { startExportMaker } from './kernel/export-maker.ts';
import type { RateLimits } from './kernel/caller-counts.ts';
import { answerError } from './kernel/error-answer.ts';
import { registry } from './kernel/handler.ts';
import { readQuery } from './kernel/input-bounds.ts';
import { openApiDocument } from './kernel/openapi.ts';
import { registerOperations } from './kernel/routes.ts';
import { dropUnreadBodies } from './kernel/unread-body.ts';
import type { Services } from './kernel/services.ts';
import { registerBodies } from './plugins/bodies.plugin.ts';
import { registerApiDocs } from './plugins/api-docs.plugin.ts';
import { registerCookies } from './plugins/cookies.plugin.ts';
import { registerObservation } from './plugins/observation.plugin.ts';
import { registerSecurityHeaders } from './plugins/security-headers.plugin.ts';
import { isPageAddress, registerWebFiles } from './plugins/web-files.plugin.ts';
import { registerWebsocket } from './plugins/websocket.plugin.ts';
import type { FollowedTls } from './plugins/followed-tls.ts';
import type { Caller } from './push/push-hub.ts';
import { registerPushRoute } from './push/push.route.ts';
import { registerCasRoutes } from './session/cas.route.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** A disk has no room left. */
    storageFull: () => boolean;
  }
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
  /** Certificate and key. Absent: plain http. */
  readonly tls?: FollowedTls | null;
  /** Folder of the built pages. */
  readonly webRoot: string;
  readonly checkOutput: boolean;
  /** Whether anybody may read the description of the API; otherwise who may look after the services. */
  readonly openDocs: boolean;
  /** Bearer tokens that open `/metrics` and the details of `/health`. */
  readonly metricsTokens: readonly (string | undefined)[];
}

/** Whose work is to look after the services reads what they can do. */
const DOCS_PERMISSION: PermissionCode = 'systemMonitor:query';

/**
 * How long a whole request may take to arrive: 50 MB over a slow line. Bodies other than uploads have {@link
 * import('./kernel/body-time.ts').bodyWithin} a minute.
 */
const UPLOAD_MS = 30 * 60_000;

let description: ReturnType<typeof openApiDocument> | undefined;
/** Of all operations, which stay the same: made once in a process. */
const describe = (): ReturnType<typeof openApiDocument> => (description ??= openApiDocument(operations));

/** Puts the gateway together over its services. It listens nowhere. */
export async function buildApp(
  services: Services,
  health: HealthRegistry,
  settings: AppSettings,
): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = services.logger;
  const app: FastifyInstance = Fastify({
    ...(settings.tls ? { https: settings.tls.identity() } : {}),
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trusted(settings.trustProxy),
    genReqId: traceIdFor,
    // Lines name their trace themselves: a logger for each request costs more than the few lines that are written.
    childLoggerFactory: (parent) => parent,
    routerOptions: { maxParamLength: 1_024, querystringParser: readQuery },
    forceCloseConnections: 'idle',
    requestTimeout: UPLOAD_MS,
    // An address that the router itself cannot take.
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  });
  settings.tls?.renew(app.server);
  app.decorate('storageFull', () => services.disks.full());
  app.decorateRequest('caller', null);
  app.setErrorHandler(answerError);
  registerObservation(app, { metrics: services.metrics, tracing: services.tracing });

  await registerSecurityHeaders(app, { tls: services.secureCookies });
  await registerCookies(app);
  registerBodies(app);
  guardBodies(app);
  dropUnreadBodies(app);
  const admission = await createAdmission(app, services, settings);
  // An address that nobody has takes no body either.
  app.addHook('onRequest', async (request) => {
    if (request.is404 && !isPageAddress(request)) await admission.unknown(request);
  });
  await registerWebsocket(app);
  await registerApiDocs(app, describe, settings.openDocs ? null : admission.signedIn(DOCS_PERMISSION));
  await registerWebFiles(app, settings.webRoot);
  registerHealthRoutes(app, health, settings.metricsTokens);
  registerMetricsRoute(app, services.registry, settings.metricsTokens);
  const serving = registry(operations, handlers);
  registerOperations(app, serving.values(), services, { admission, checkOutput: settings.checkOutput });
  registerCasRoutes(app, services, admission);
  registerPushRoute(app, services, { admission, allowedOrigins: settings.allowedOrigins });
  const maker = startExportMaker(services, serving);
  app.addHook('onClose', () => maker.close());
  return app;
}

/** The nearest proxies, by number; fastify counts in hops from the socket. */
function trusted(proxies: number | string): false | string | ((address: string, hop: number) => boolean) {
  if (typeof proxies === 'string') return proxies;
  return proxies === 0 ? false : (_address, hop) => hop < proxies;
}
