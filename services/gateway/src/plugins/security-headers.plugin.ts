import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** Security headers: our own scripts only, no framing, no sniffing. Strict transport security only where cookies are secure, that is behind TLS. */
export async function registerSecurityHeaders(app: FastifyInstance, { tls }: { tls: boolean }): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"], baseUri: ["'self'"], objectSrc: ["'none'"], frameAncestors: ["'none'"], formAction: ["'self'"],
        scriptSrc: ["'self'"], scriptSrcAttr: ["'none'"],
        // Component libraries set style attributes and insert style elements.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'], fontSrc: ["'self'", 'data:'], connectSrc: ["'self'"], workerSrc: ["'self'", 'blob:'],
      },
    },
    strictTransportSecurity: tls ? { maxAge: 15_552_000 } : false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  });
}
