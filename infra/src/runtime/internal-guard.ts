import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { signatureCheck, type Caller, type Claim } from './request-signature.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who signed the request; null where nobody did. */
    calledBy?: Caller | null;
    claim?: Claim | null;
  }
}

/** Whom a service believes. */
export interface GuardOptions {
  /** Secrets by which the callers' signatures are checked. */
  readonly secrets: Partial<Record<Caller, readonly string[]>>;
  /**
   * The former shared token: whoever shows it is taken for a gateway, so that one of the version before can be served
   * during an upgrade.
   */
  readonly formerToken?: string | undefined;
  /** More paths that decide themselves what strangers are told, besides `/health/…` and `/metrics`. */
  readonly open?: readonly string[];
  readonly now?: () => number;
}

/**
 * Serves only requests that a known caller has signed ({@link FastifyRequest.calledBy}); others get 401 with the
 * reason, before their body is understood. Open paths, which tell strangers little, refuse only signatures that are
 * wrong, so that a caller whose secret or clock differs learns of it by asking for health. JSON is the only kind of
 * body. Call it on the app before its routes.
 */
export function requireSignature(
  app: FastifyInstance,
  { secrets, formerToken, open = [], now = Date.now }: GuardOptions,
): void {
  const check = signatureCheck(secrets, now);
  const showsFormer = tokenCheck([formerToken]);
  const openPaths = new Set(['/metrics', ...open]);
  const parse = app.getDefaultJsonParser('error', 'error');
  app.decorateRequest('calledBy', null);
  app.decorateRequest('claim', null);
  app.removeAllContentTypeParsers();
  // Its text is what is signed; it is understood only after that was checked.
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  app.addHook('onRequest', (request, reply, done) => {
    const claim = check.claimIn(request.headers.authorization);
    if (claim === undefined) {
      if (showsFormer(request)) request.calledBy = 'gateway';
      else if (!request.url.startsWith('/health/') && !openPaths.has(request.url))
        return refuse(request, reply, '请求没有签名');
    } else if ('problem' in claim) {
      return refuse(request, reply, claim.problem);
    } else {
      request.claim = claim;
    }
    done();
  });

  app.addHook('preValidation', (request, reply, done) => {
    const { claim, body, method, url } = request;
    const bytes = Buffer.isBuffer(body) ? body : null;
    if (claim) {
      if (!check.proves(claim, { method, path: url, body: bytes ?? '' }))
        return refuse(request, reply, `签名不符，请核对双方的密钥（${claim.caller}）`);
      request.calledBy = claim.caller;
    }
    if (bytes === null) return done();
    void parse(request, bytes.toString(), (error, value) => {
      request.body = value;
      done(error ?? undefined);
    });
  });
}

function refuse(request: FastifyRequest, reply: FastifyReply, message: string): void {
  request.log.warn({ path: request.url, from: request.ip }, `内部调用被拒绝：${message}`);
  void reply.code(401).send({ code: '401', message });
}

/**
 * Tells whether a request shows one of the tokens as its bearer; compared in a time that tells nothing but their
 * length.
 */
export function tokenCheck(
  tokens: readonly (string | undefined)[],
): (request: Pick<FastifyRequest, 'headers'>) => boolean {
  const accepted = tokens.filter((token) => token !== undefined).map((token) => Buffer.from(`Bearer ${token}`));
  return ({ headers }) => {
    const shown = Buffer.from(headers.authorization ?? '');
    return accepted.some((token) => token.length === shown.length && timingSafeEqual(token, shown));
  };
}

/**
 * Tells whether a request comes from another part of the product, or shows one of the operator's tokens: it may read
 * what strangers may not.
 */
export function readerCheck(
  tokens: readonly (string | undefined)[],
): (request: Pick<FastifyRequest, 'headers' | 'calledBy'>) => boolean {
  const shows = tokenCheck(tokens);
  return (request) => (request.calledBy ?? null) !== null || shows(request);
}
