import type { ErrorCode } from '@jwxt/contracts/all-errors.ts';
import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';

/** Codes that the browser itself gives to a failure; the server's codes are in the contracts' vocabularies. */
export const NETWORK_ERROR = 'NETWORK_ERROR';
export const REQUEST_TIMEOUT = 'REQUEST_TIMEOUT';
export const SIGNED_OUT = 'SIGNED_OUT';
/** The server's refusal of what an administrator has switched off (SYSADMIN-17): a 503 that is no outage. */
export const OPERATION_OFF = 'OPERATION_OFF' satisfies ErrorCode;

/** A call that did not succeed: the server's refusal, or what the browser made of no answer at all. */
export class ApiError extends Error {
  readonly code: string;
  /** HTTP status; 0 when no answer arrived. */
  readonly status: number;
  readonly fieldErrors: readonly FieldError[];
  /** Number under which the server logged it; null when the server never saw it. */
  readonly traceId: string | null;
  /** What the caller needs to go on, e.g. the cells in conflict. */
  readonly data: unknown;

  constructor(
    code: string,
    message: string,
    details: { status?: number; fieldErrors?: readonly FieldError[]; traceId?: string | null; data?: unknown } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.status = details.status ?? 0;
    this.fieldErrors = details.fieldErrors ?? [];
    this.traceId = details.traceId ?? null;
    this.data = details.data;
  }

  /** The same call may succeed later without a change: no answer, a time-out, or a service that is restarting. */
  get temporary(): boolean {
    return (
      this.code === NETWORK_ERROR ||
      this.code === REQUEST_TIMEOUT ||
      this.status === 502 ||
      (this.status === 503 && this.code !== OPERATION_OFF) ||
      this.status === 504
    );
  }
}

/** Any thrown value as an `ApiError`, so that a page shows a sentence and never an exception's own words. */
export function toApiError(error: unknown, fallback = '请求失败'): ApiError {
  return error instanceof ApiError ? error : new ApiError('UNEXPECTED', fallback);
}
