import fastify, { type FastifyInstance } from 'fastify';
import { registerHealthRoutes, type HealthRegistry } from '@jwxt/infra/runtime/health.ts';
import { registerMetricsRoute, type Metrics } from '@jwxt/infra/runtime/metrics.ts';
import { readerCheck, requireSignature } from '@jwxt/infra/runtime/internal-guard.ts';
import type { StatusReader } from './kernel/status.ts';

/** What the service is built from. */
export interface AppOptions {
  /** Secrets that gateways sign with. */
  readonly secrets: readonly string[];
  /** The former shared token of the services. */
  readonly formerToken?: string | undefined;
  /** Opens everything to the operator's tools. */
  readonly metricsToken?: string | undefined;
  readonly health: HealthRegistry;
  readonly metrics: Metrics;
  readonly status: StatusReader;
}

/**
 * `GET /status` tells position and lag of each read model, to gateways and the operator's tools, as `/metrics` does;
 * `/health/…` tells strangers only whether it is up. Listens nowhere.
 */
export function buildApp(options: AppOptions): FastifyInstance {
  const app = fastify({ logger: false });
  requireSignature(app, { secrets: { gateway: options.secrets }, formerToken: options.formerToken, open: ['/status'] });
  const readers = [options.metricsToken];
  const mayRead = readerCheck(readers);
  registerHealthRoutes(app, options.health, readers);
  registerMetricsRoute(app, options.metrics, readers);
  app.get('/status', (request, reply) =>
    mayRead(request) ? options.status.read() : reply.code(401).send({ code: '401', message: '请求没有签名' }),
  );
  return app;
}
