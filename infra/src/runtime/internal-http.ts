import { errors, Pool } from 'undici';
import { TRACEPARENT_HEADER } from '@jwxt/contracts/kernel/trace-context.ts';
import { createBackoff, pause } from './backoff.ts';
import { requestSigner, type Caller } from './request-signature.ts';

/** The call did not bring an answer. `sent` false means that the other side has certainly not carried it out. */
export class InternalCallError extends Error {
  readonly kind: 'unreachable' | 'timeout' | 'bad-answer' | 'not-believed';
  readonly sent: boolean;

  constructor(kind: InternalCallError['kind'], sent: boolean, target: string, cause: unknown) {
    super(
      `internal call to ${target}: ${kind}` +
        `${kind === 'not-believed' && cause instanceof Error ? ` (${cause.message})` : ''}`,
      { cause },
    );
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

/**
 * A client for service-to-service JSON calls over kept-alive connections, each signed by the caller with the secret
 * that it shares with the other service.
 */
export function createInternalClient(
  baseUrl: string,
  { caller, secret }: { caller: Caller; secret: string },
): InternalClient {
  const pool = new Pool(new URL(baseUrl).origin, { connections: 64 });
  const sign = requestSigner(caller, secret);
  return {
    async call(path, options = {}) {
      const deadline = Date.now() + (options.retryForMs ?? 0);
      const backoff = createBackoff(50, 1_000);
      for (;;) {
        try {
          return await callOnce(pool, path, sign, options);
        } catch (error) {
          const waitMs = backoff.next();
          const retriable =
            error instanceof InternalCallError && error.kind !== 'bad-answer' && error.kind !== 'not-believed';
          if (!retriable || options.signal?.aborted || Date.now() + waitMs > deadline) throw error;
          await pause(waitMs, options.signal);
        }
      }
    },
  };
}

async function callOnce(
  pool: Pool,
  path: string,
  sign: ReturnType<typeof requestSigner>,
  options: InternalCall,
): Promise<InternalAnswer> {
  const timeoutMs = options.timeoutMs ?? 10_000;
  const target = path.replace(/\?.*$/, '');
  const method = options.method ?? (options.body === undefined ? 'GET' : 'POST');
  const sent = options.body === undefined ? '' : JSON.stringify(options.body);
  let text: string;
  let status: number;
  try {
    const { statusCode, body } = await pool.request({
      path,
      method,
      headers: {
        authorization: sign({ method, path, body: sent }),
        accept: 'application/json',
        ...(options.traceparent === undefined ? {} : { [TRACEPARENT_HEADER]: options.traceparent }),
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: options.body === undefined ? null : sent,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      ...(options.signal ? { signal: options.signal } : {}),
    });
    status = statusCode;
    text = await body.text();
  } catch (error) {
    if (options.signal?.aborted) throw error;
    if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError)
      throw new InternalCallError('timeout', true, target, error);
    throw new InternalCallError('unreachable', !neverConnected(error), target, error);
  }
  if (status === 401) throw new InternalCallError('not-believed', false, target, new Error(messageIn(text)));
  try {
    return { status, body: text === '' ? undefined : JSON.parse(text) };
  } catch (error) {
    throw new InternalCallError('bad-answer', true, target, error);
  }
}

function messageIn(text: string): string {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    return typeof message === 'string' ? message : text;
  } catch {
    return text.slice(0, 200);
  }
}

function neverConnected(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return (
    code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EHOSTUNREACH' || code === 'UND_ERR_CONNECT_TIMEOUT'
  );
}
