import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { API_ROOT } from '@jwxt/contracts/kernel/operation.ts';

/** Publishes the OpenAPI document at `/api/openapi.json` and a page to read it at `/api/docs`. */
export async function registerApiDocs(app: FastifyInstance, document: Record<string, unknown>): Promise<void> {
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  app.get(`${API_ROOT}/openapi.json`, () => document);
  await app.register(swaggerUi, { routePrefix: `${API_ROOT}/docs`, uiConfig: { docExpansion: 'list', tryItOutEnabled: false, supportedSubmitMethods: [] } });
}
