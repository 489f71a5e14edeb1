import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { API_ROOT } from '@jwxt/contracts/kernel/operation.ts';
import type { AdmissionHook } from '../kernel/admission.ts';

/**
 * Publishes the OpenAPI document at `/api/openapi.json` and a page to read it at `/api/docs`, for whom the hook lets
 * in; null: for everybody. The document takes a second to make: it is asked for when somebody reads it.
 */
export async function registerApiDocs(
  app: FastifyInstance,
  document: () => Record<string, unknown>,
  admit: AdmissionHook | null,
): Promise<void> {
  await app.register(async (scope) => {
    if (admit) scope.addHook('onRequest', admit);
    await scope.register(swagger, { mode: 'static', specification: { document: { openapi: '3.1.0' } as never } });
    scope.get(`${API_ROOT}/openapi.json`, document);
    await scope.register(swaggerUi, {
      routePrefix: `${API_ROOT}/docs`,
      transformSpecification: () => document(),
      transformSpecificationClone: false,
      uiConfig: { docExpansion: 'list', tryItOutEnabled: false, supportedSubmitMethods: [] },
    });
  });
}
