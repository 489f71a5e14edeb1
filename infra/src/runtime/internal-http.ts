import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
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
  return {
    async call(path, options = {}) {
      const deadline = Date.now() + (options.retryForMs ?? 0);
      const backoff = createBackoff(50, 1_000);
      for (;;) {
        try {
          return await callOnce(new URL(path, baseUrl), token, options);
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

async function callOnce(url: URL, token: string, options: InternalCall): Promise<InternalAnswer> {
  const limit = AbortSignal.timeout(options.timeoutMs ?? 10_000);
  const target = `${url.origin}${url.pathname}`;
  let text: string;
  let status: number;
  try {
    const response = await fetch(url, {
      method: options.method ?? (options.body === undefined ? 'GET' : 'POST'),
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(options.traceparent === undefined ? {} : { [TRACEPARENT_HEADER]: options.traceparent }),
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: options.body === undefined ? null : JSON.stringify(options.body),
      signal: options.signal ? AbortSignal.any([limit, options.signal]) : limit,
    });
    status = response.status;
    text = await response.text();
  } catch (error) {
    if (options.signal?.aborted) throw error;
    if (limit.aborted) throw new InternalCallError('timeout', true, target, error);
    throw new InternalCallError('unreachable', !neverConnected(error), target, error);
  }
  try {
    return { status, body: text === '' ? undefined : JSON.parse(text) };
  } catch (error) {
    throw new InternalCallError('bad-answer', true, target, error);
  }
}

function neverConnected(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EHOSTUNREACH' || code === 'UND_ERR_CONNECT_TIMEOUT';
}

/**
 * Refuses every request that does not show the shared token (401), except `/health/…` and `/metrics`, which has tokens of its own.
 * Call it on the app before its routes.
 */
export function requireInternalToken(app: FastifyInstance, token: string): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/health/') || request.url === '/metrics' || showsToken(request, [token])) return;
    await reply.code(401).send({ code: '401', message: 'internal token required' });
  });
}

/** Whether a request shows one of the tokens as its bearer; compared in constant time. */
export function showsToken({ headers }: Pick<FastifyRequest, 'headers'>, tokens: readonly string[]): boolean {
  const shown = digest(headers.authorization ?? '');
  return tokens.some((token) => timingSafeEqual(shown, digest(`Bearer ${token}`)));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}
