import type { preParsingHookHandler } from 'fastify';

/**
 * Cuts the connection of a request whose body has not arrived within so many milliseconds. The server's own limit has
 * to leave room for uploads.
 */
export function bodyWithin(milliseconds: number): preParsingHookHandler {
  return (request, _reply, payload, done) => {
    const timer = setTimeout(() => request.raw.destroy(), milliseconds);
    for (const event of ['end', 'close', 'error']) payload.once(event, () => clearTimeout(timer));
    done(null, payload);
  };
}
