import fastify, { type FastifyInstance } from 'fastify';
import { registerHealthRoutes, type HealthRegistry } from '@jwxt/infra/runtime/health.ts';
import { requireInternalToken } from '@jwxt/infra/runtime/internal-http.ts';
import type { StatusReader } from './kernel/status.ts';

/** `GET /status` (bearer token) tells position and lag of each read model; `/health/…` is open. Listens nowhere. */
export function buildApp(options: { internalToken: string; health: HealthRegistry; status: StatusReader }): FastifyInstance {
  const app = fastify({ logger: false });
  requireInternalToken(app, options.internalToken);
  registerHealthRoutes(app, options.health);
  app.get('/status', () => options.status.read());
  return app;
}
