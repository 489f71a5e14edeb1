import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';
import { errors, errorText, type ErrorCode } from '@jwxt/contracts/all-errors.ts';

/** What a refusal may carry besides its code. */
export interface RefusedMore {
  readonly fieldErrors?: readonly FieldError[];
  /** What the caller needs to go on. */
  readonly data?: unknown;
  /** Takes the place of the code's own text: commands fill in their texts themselves. */
  readonly message?: string;
  /** Takes the place of the code's own HTTP status. */
  readonly status?: number;
  /** Seconds after which to come again: the `Retry-After` of the answer. */
  readonly retryAfter?: number;
}

/** A request that is refused. Thrown anywhere below a route; the error answer turns it into the failure envelope. */
export class Refused extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fieldErrors: readonly FieldError[] | undefined;
  readonly data: unknown;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, details: Record<string, string | number> = {}, more: RefusedMore = {}) {
    super(more.message ?? errorText(code, details));
    this.name = 'Refused';
    this.code = code;
    this.status = more.status ?? errors[code].status;
    this.fieldErrors = more.fieldErrors;
    this.data = more.data;
    this.retryAfter = more.retryAfter;
  }
}

/** Input of which one field is wrong: `INVALID_INPUT` with that field's message. */
export function invalidField(field: string, message: string): Refused {
  return new Refused('INVALID_INPUT', {}, { fieldErrors: [{ field, message }] });
}
