import formBody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';

/** Takes form-urlencoded bodies besides JSON (CLIENT-09). A field that comes several times is a list. */
export async function registerFormBody(app: FastifyInstance): Promise<void> {
  await app.register(formBody);
}
