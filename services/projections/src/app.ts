import fastify, { type FastifyInstance } from 'fastify';
import { registerHealthRoutes, type HealthRegistry } from '@jwxt/infra/runtime/health.ts';
import { registerMetricsRoute, type Metrics } from '@jwxt/infra/runtime/metrics.ts';
import { requireInternalToken } from '@jwxt/infra/runtime/internal-http.ts';
import type { StatusReader } from './kernel/status.ts';

/** What the service is built from. */
export interface AppOptions {
  readonly internalToken: string;
  /** Opens `/metrics` besides the internal token. */
  readonly metricsToken?: string | undefined;
  readonly health: HealthRegistry;
  readonly metrics: Metrics;
  readonly status: StatusReader;
}

/** `GET /status` (bearer token) tells position and lag of each read model; `/health/…` is open, `/metrics` has its own token. Listens nowhere. */
export function buildApp(options: AppOptions): FastifyInstance {
  const app = fastify({ logger: false });
  requireInternalToken(app, options.internalToken);
  registerHealthRoutes(app, options.health);
  registerMetricsRoute(app, options.metrics, [options.internalToken, options.metricsToken]);
  app.get('/status', () => options.status.read());
  return app;
}
