import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errors, Pool } from 'undici';
import { TRACEPARENT_HEADER } from '@jwxt/contracts/kernel/trace-context.ts';
import { createBackoff, pause } from './backoff.ts';

/** The call did not bring an answer. `sent` false means that the other side has certainly not seen it. */
export class InternalCallError extends Error {
  readonly kind: 'unreachable' | 'timeout' | 'bad-answer';
  readonly sent: boolean;

  constructor(kind: InternalCallError['kind'], sent: boolean, target: string, cause: unknown) {
    super(`internal call to ${target}: ${kind}`, { cause });
    this.name = 'InternalCallError';
    this.kind = kind;
    this.sent = sent;
  }
}

/** What the other service answered, whatever the status; `body` is parsed JSON, undefined when empty. */
export interface InternalAnswer {
  status: number;
  body: unknown;
}

/** Options of one call. */
export interface InternalCall {
  method?: 'GET' | 'POST';
  body?: unknown;
  /** The trace that the call belongs to (W3C Trace Context). */
  traceparent?: string;
  /** Time for one attempt. Default 10 s. */
  timeoutMs?: number;
  /**
   * Repeat after a missing answer for this long, in milliseconds. Only for calls that may be repeated, such as
   * commands, which their command id makes idempotent. Default 0.
   */
  retryForMs?: number;
  /** Stops waiting and retrying, for example when the browser has gone. */
  signal?: AbortSignal;
}

/** Calls one other service. */
export interface InternalClient {
  /** Throws {@link InternalCallError} when no answer comes; any HTTP status is an answer. */
  call(path: string, options?: InternalCall): Promise<InternalAnswer>;
}

/** A client for service-to-service JSON calls over kept-alive connections, with the shared token on each. */
export function createInternalClient(baseUrl: string, token: string): InternalClient {
  const pool = new Pool(new URL(baseUrl).origin, { connections: 64 });
  const authorization = `Bearer ${token}`;
  return {
    async call(path, options = {}) {
      const deadline = Date.now() + (options.retryForMs ?? 0);
      const backoff = createBackoff(50, 1_000);
      for (;;) {
        try {
          return await callOnce(pool, path, authorization, options);
        } catch (error) {
          const waitMs = backoff.next();
          const retriable = error instanceof InternalCallError && error.kind !== 'bad-answer';
          if (!retriable || options.signal?.aborted || Date.now() + waitMs > deadline) throw error;
          await pause(waitMs, options.signal);
        }
      }
    },
  };
}

async function callOnce(pool: Pool, path: string, authorization: string, options: InternalCall): Promise<InternalAnswer> {
  const timeoutMs = options.timeoutMs ?? 10_000;
  const target = path.replace(/\?.*$/, '');
  let text: string;
  let status: number;
  try {
    const { statusCode, body } = await pool.request({
      path,
      method: options.method ?? (options.body === undefined ? 'GET' : 'POST'),
      headers: {
        authorization,
        accept: 'application/json',
        ...(options.traceparent === undefined ? {} : { [TRACEPARENT_HEADER]: options.traceparent }),
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: options.body === undefined ? null : JSON.stringify(options.body),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      ...(options.signal ? { signal: options.signal } : {}),
    });
    status = statusCode;
    text = await body.text();
  } catch (error) {
    if (options.signal?.aborted) throw error;
    if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError) throw new InternalCallError('timeout', true, target, error);
    throw new InternalCallError('unreachable', !neverConnected(error), target, error);
  }
  try {
    return { status, body: text === '' ? undefined : JSON.parse(text) };
  } catch (error) {
    throw new InternalCallError('bad-answer', true, target, error);
  }
}

function neverConnected(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EHOSTUNREACH' || code === 'UND_ERR_CONNECT_TIMEOUT';
}

/**
 * Refuses every request that does not show the shared token (401), except `/health/…` and `/metrics`, which has tokens of its own.
 * Call it on the app before its routes.
 */
export function requireInternalToken(app: FastifyInstance, token: string): void {
  const shows = tokenCheck([token]);
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/health/') || request.url === '/metrics' || shows(request)) return;
    await reply.code(401).send({ code: '401', message: 'internal token required' });
  });
}

/** Tells whether a request shows one of the tokens as its bearer; compared in a time that tells nothing but their length. */
export function tokenCheck(tokens: readonly string[]): (request: Pick<FastifyRequest, 'headers'>) => boolean {
  const accepted = tokens.map((token) => Buffer.from(`Bearer ${token}`));
  return ({ headers }) => {
    const shown = Buffer.from(headers.authorization ?? '');
    return accepted.some((token) => token.length === shown.length && timingSafeEqual(token, shown));
  };
}
