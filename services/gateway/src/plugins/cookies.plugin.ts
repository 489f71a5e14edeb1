import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';

/** Reads and writes cookies; values travel encoded. */
export async function registerCookies(app: FastifyInstance): Promise<void> {
  await app.register(cookie);
}
