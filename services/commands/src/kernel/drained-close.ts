import type { FastifyInstance } from 'fastify';

/**
 * Prepares an app for being stopped under load; call it before the routes. The returned function closes it once all
 * requests in hand are answered. Fastify by itself closes the connections that are idle when it is asked, and then
 * waits for those that become idle later until their keep-alive runs out.
 */
export function drainedClose(http: FastifyInstance): () => Promise<void> {
  let draining = false;
  http.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('connection', 'close');
  });
  return async () => {
    draining = true;
    const idle = setInterval(() => http.server.closeIdleConnections(), 50);
    try {
      await http.close();
    } finally {
      clearInterval(idle);
    }
  };
}
