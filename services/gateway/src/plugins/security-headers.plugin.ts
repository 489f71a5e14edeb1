import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';

/**
 * Security headers: our own scripts only, no framing, no sniffing. Strict transport security only where cookies are
 * secure, that is behind TLS. They are the same for every answer, so the library works them out once.
 */
export async function registerSecurityHeaders(app: FastifyInstance, settings: { tls: boolean }): Promise<void> {
  const headers = await securityHeaders(settings);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

/** What the library sets on the answer to a request. */
async function securityHeaders({ tls }: { tls: boolean }): Promise<Readonly<Record<string, string>>> {
  const sample = Fastify();
  await sample.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'self'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        // Component libraries set style attributes and insert style elements.
        styleSrc: ["'self'", "'unsafe-inline'"],
        // Recordings in notices and guides are links to other servers.
        mediaSrc: ["'self'", 'https:', 'http:'],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
      },
    },
    strictTransportSecurity: tls ? { maxAge: 15_552_000 } : false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  });
  const set: Record<string, string> = {};
  sample.get('/', (_request, reply) => {
    for (const [name, value] of Object.entries(reply.raw.getHeaders())) set[name] = String(value);
    return '';
  });
  await sample.inject('/');
  await sample.close();
  return set;
}
