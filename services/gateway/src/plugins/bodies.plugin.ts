import type { FastifyInstance } from 'fastify';
import { checkJsonBounds, readForm } from '../kernel/input-bounds.ts';

/**
 * Takes JSON and form-urlencoded bodies (CLIENT-09), within the bounds of `input-bounds.ts`. Other types are refused
 * with 415.
 */
export function registerBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    try {
      checkJsonBounds(body);
    } catch (error) {
      done(error as Error);
      return;
    }
    void parseJson(request, body, done);
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body: string, done) => {
      try {
        done(null, readForm(body));
      } catch (error) {
        done(error as Error);
      }
    },
  );
}
