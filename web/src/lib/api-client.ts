import { SUCCESS_CODE, type Failure } from '@jwxt/contracts/kernel/envelope.ts';
import { requestErrors, sessionError } from '@jwxt/contracts/system/request-error.vocabulary.ts';
import { outcomeTexts, type InputOf, type Operation, type OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { newTraceparent, TRACEPARENT_HEADER } from '@jwxt/contracts/kernel/trace-context.ts';
import { ApiError, NETWORK_ERROR, REQUEST_TIMEOUT, SIGNED_OUT } from './api-error.ts';
import { encodeRequest } from './request-encoding.ts';

/** Milliseconds after which a call counts as timed out (CLIENT-11). */
export const DEFAULT_TIMEOUT_MS = 1_000_000;
/** For posts that are known to take long (CLIENT-12). */
export const LONG_TIMEOUT_MS = 1_800_000;
/** How often a timed-out call with reconnect is sent again (CLIENT-14). */
export const TIMEOUT_RETRIES = 4;

export type CallOptions = {
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  /** Send again after a time-out, at most 4 times (CLIENT-14). By default true for GET, which changes nothing. */
  reconnect?: boolean;
  /** Ask the person whether to send again after a time-out (CLIENT-15). */
  askAgain?: boolean;
  /** What an expired session does: `ask` waits until the person has signed in again and goes on, `throw` gives up. */
  onExpired?: 'ask' | 'throw';
  /** The file of a multipart operation, and how it is sent when its progress is to be seen. */
  upload?: { file: Blob; fetch?: typeof fetch };
};

/** What the client needs from the page around it. */
export type ApiEnvironment = {
  /** Scheme and host before `/api`; empty in the browser. */
  origin: string;
  fetch: typeof fetch;
  /** Milliseconds by the server's clock. */
  now(): number;
  /** Tells the `Date` header of each answer. */
  learnTime(dateHeader: string | null): void;
  /** The session's csrf secret; null before sign-in. */
  secret(): string | null;
  /** Whether the readable user cookie is there (SESSION-06, SESSION-28). */
  hasUser(): boolean;
  /** Opens the dialog to sign in again; true once the person has, false when they left. */
  signInAgain(): Promise<boolean>;
  /** Reads the session's secret anew, after another window signed in again. False when that failed. */
  refreshSecret(): Promise<boolean>;
  warn(message: string): void;
  askRetry(question: string): Promise<boolean>;
};

export type FileAnswer = { blob: Blob; fileName: string | null };

/** A success with the server's words for it. */
export type Answer<T> = { data: T; message: string };

export type ApiClient = {
  call<O extends Operation>(operation: O, input: InputOf<O>, options?: CallOptions): Promise<OutputOf<O>>;
  /**
   * Like `call`, with what to tell the person: the server's message, else the words of the operation's outcome
   * (ERRORS-26).
   */
  answer<O extends Operation>(operation: O, input: InputOf<O>, options?: CallOptions): Promise<Answer<OutputOf<O>>>;
  /** Like `call`, for operations that answer a file (CLIENT-10). */
  file<O extends Operation>(operation: O, input: InputOf<O>, options?: CallOptions): Promise<FileAnswer>;
};

type SuccessBody = {
  code?: unknown;
  message?: unknown;
  meta?: { statusCode?: unknown; message?: unknown };
  data?: unknown;
};

/** The server makes the file later, as an export job; the message says so. */
export class MadeLater extends Error {}

const expiredCodes: ReadonlySet<string> = new Set([sessionError.expired, sessionError.ended]);
const NETWORK_TEXT = '网络连接失败，请检查网络后重试';

/** The browser's client of the API. Everything it knows of a call it reads from the contract's operation. */
export function createApiClient(environment: ApiEnvironment): ApiClient {
  async function send(operation: Operation, input: object, options: CallOptions): Promise<Response> {
    const needsSession = !('public' in operation.access);
    const onExpired = options.onExpired ?? 'ask';
    // One trace for what a person asked for once, however often it has to be sent.
    const traceparent = newTraceparent();
    let secretRefreshed = false;
    let clockLearnt = false;
    for (;;) {
      // A call that needs a session is not sent without one (SESSION-28, SESSION-29): it waits behind the dialog.
      if (needsSession && onExpired === 'ask' && !environment.hasUser() && !(await environment.signInAgain()))
        throw signedOut();
      const response = await sendOnce(operation, input, traceparent, options);
      if (response.ok) return response;
      const failure = await readFailure(operation, response);
      if (needsSession && expiredCodes.has(failure.code)) {
        if (onExpired === 'throw' || !(await environment.signInAgain())) throw failure;
      } else if (failure.code === 'CSRF_REFUSED' && !secretRefreshed && needsSession && onExpired === 'ask') {
        secretRefreshed = true;
        if (!(await environment.refreshSecret())) throw failure;
      } else if (failure.code === 'REQUEST_EXPIRED' && !clockLearnt) {
        // The answer just told us the server's time.
        clockLearnt = true;
      } else {
        if (failure.code === sessionError.unauthorised) environment.warn(failure.message);
        throw failure;
      }
    }
  }

  async function sendOnce(
    operation: Operation,
    input: object,
    traceparent: string,
    options: CallOptions,
  ): Promise<Response> {
    const reconnect = options.reconnect ?? operation.method === 'GET';
    for (let attempt = 0; ; attempt += 1) {
      const timeout = AbortSignal.timeout(
        options.timeoutMs ?? (operation.patience === 'long' ? LONG_TIMEOUT_MS : DEFAULT_TIMEOUT_MS),
      );
      const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
      const request = encodeRequest(operation, input as Record<string, unknown>, {
        origin: environment.origin,
        seconds: Math.floor(environment.now() / 1000),
        secret: environment.secret(),
        file: options.upload?.file,
      });
      const send = options.upload?.fetch ?? environment.fetch;
      try {
        const response = await send(request.url, {
          method: request.method,
          headers: { ...request.headers, [TRACEPARENT_HEADER]: traceparent },
          credentials: 'include',
          signal,
          ...(request.body === undefined ? {} : { body: request.body }),
        });
        environment.learnTime(response.headers.get('date'));
        // Read to its end under the same time limit.
        const body = await response.arrayBuffer();
        return new Response(body.byteLength === 0 ? null : body, {
          status: response.status,
          headers: response.headers,
        });
      } catch (error) {
        if (options.signal?.aborted) throw error;
        if (!timeout.aborted) throw new ApiError(NETWORK_ERROR, operation.networkText ?? NETWORK_TEXT);
        if (reconnect && attempt < TIMEOUT_RETRIES) continue;
        if (options.askAgain && (await environment.askRetry('请求超时是否重试？'))) continue;
        throw new ApiError(REQUEST_TIMEOUT, requestErrors.REQUEST_TIMEOUT.text);
      }
    }
  }

  async function answer<O extends Operation>(
    operation: O,
    input: InputOf<O>,
    options: CallOptions = {},
  ): Promise<Answer<OutputOf<O>>> {
    const response = await send(operation, input as object, options);
    const body = (await response.json().catch(() => null)) as SuccessBody | null;
    // Either form is a success, whichever service answers (CLIENT-02, CLIENT-03).
    if (body?.code !== SUCCESS_CODE && body?.meta?.statusCode !== SUCCESS_CODE)
      throw toFailure(operation, response.status, body);
    const message = body.meta?.message ?? body.message;
    return {
      data: body.data as OutputOf<O>,
      message: typeof message === 'string' && message !== '' ? message : outcomeTexts(operation).success,
    };
  }

  return {
    answer,
    call: async (operation, input, options = {}) => (await answer(operation, input, options)).data,
    async file(operation, input, options = {}) {
      const response = await send(operation, input as object, options);
      if (response.status === 202)
        throw new MadeLater(
          await response.json().then(
            ({ message }: SuccessBody) => (typeof message === 'string' ? message : ''),
            () => '',
          ),
        );
      if (response.headers.get('content-type')?.includes('application/json'))
        throw await readFailure(operation, response);
      return { blob: await response.blob(), fileName: fileNameOf(response.headers.get('content-disposition')) };
    },
  };
}

function signedOut(): ApiError {
  return new ApiError(SIGNED_OUT, requestErrors[sessionError.expired].text, { status: 401 });
}

async function readFailure(operation: Operation, response: Response): Promise<ApiError> {
  return toFailure(operation, response.status, await response.json().catch(() => null));
}

/** The server's words if it gave any (ERRORS-01), otherwise the operation's default (ERRORS-02). */
function toFailure(operation: Operation, status: number, answer: unknown): ApiError {
  const body: SuccessBody & Partial<Failure> = typeof answer === 'object' && answer !== null ? answer : {};
  const failure: Partial<Failure> =
    typeof body.meta?.statusCode === 'string'
      ? {
          ...body,
          code: body.meta.statusCode,
          ...(typeof body.meta.message === 'string' ? { message: body.meta.message } : {}),
        }
      : body;
  const code =
    typeof failure.code === 'string'
      ? failure.code
      : status === 401
        ? sessionError.unauthorised
        : `HTTP_${String(status)}`;
  const own =
    code === sessionError.unauthorised
      ? requestErrors[sessionError.unauthorised].text
      : outcomeTexts(operation).failure;
  const message = typeof failure.message === 'string' && failure.message !== '' ? failure.message : own;
  return new ApiError(code, message, {
    status,
    fieldErrors: failure.fieldErrors ?? [],
    traceId: failure.traceId ?? null,
    data: failure.data,
  });
}

/** `filename*` (RFC 5987) if given, else `filename`. */
export function fileNameOf(disposition: string | null): string | null {
  const encoded = disposition?.match(/filename\*\s*=\s*UTF-8''([^;]+)/i)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return disposition?.match(/filename\s*=\s*"?([^";]+)"?/i)?.[1] ?? null;
}
