import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * How long a body that nobody reads may go on arriving before its connection is cut: its sender should get to read the
 * answer.
 */
const lingerMs = 5_000;
/** So much of it may be left, in bytes, for the connection to serve the next request. */
const littleLeft = 64 * 1024;

/**
 * What is still being sent of a body when its request has been answered, refused mostly, is thrown away, and not taken
 * for long.
 */
export function dropUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (hasUnread(request)) {
      if (isLong(request)) {
        void reply.header('connection', 'close');
        closeWithoutHaste(request.raw.socket);
      }
      drop(request);
    }
    done();
  });
}

function hasUnread({ raw, headers }: FastifyRequest): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return hasBody && !raw.readableEnded && !raw.destroyed;
}

function isLong({ headers }: FastifyRequest): boolean {
  const told = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || Number(told ?? 0) > littleLeft;
}

function drop({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
  const timer = setTimeout(() => raw.destroy(), lingerMs);
  raw.once('close', () => clearTimeout(timer));
}

/**
 * Node ends such a connection together with its answer. What then arrives of the body is answered by a reset, which
 * takes away the answer from a sender that has not read it yet; so only our side ends, and the sender's after it.
 */
function closeWithoutHaste(socket: Socket): void {
  socket.destroySoon = () => {
    socket.end();
    const timer = setTimeout(() => socket.destroy(), lingerMs);
    socket.once('close', () => clearTimeout(timer));
  };
}
