import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';
import { errorText, type ErrorCode } from '@jwxt/contracts/all-errors.ts';

/**
 * Why a command changed nothing: a code of the closed union, the details of its text, and what the caller needs to go
 * on.
 */
export interface Refusal {
  readonly code: ErrorCode;
  readonly details?: Readonly<Record<string, string | number>>;
  readonly fieldErrors?: readonly FieldError[];
  readonly data?: unknown;
}

/** A decision that refuses. */
export interface Refused {
  readonly refused: Refusal;
}

/** Builds a refusal; `more` carries field errors or data. */
export function refuse(
  code: ErrorCode,
  details: Refusal['details'] = {},
  more: Pick<Refusal, 'fieldErrors' | 'data'> = {},
): Refused {
  return { refused: { code, details, ...more } };
}

/** Refuses because of one field of the input, with the words under that field as well. */
export function refuseField(code: ErrorCode, details: Record<string, string | number>, field: string): Refused {
  return refuse(code, details, { fieldErrors: [{ field, message: errorText(code, details) }] });
}

/** Tells a refusal from anything else that a step may give. */
export function isRefused(outcome: unknown): outcome is Refused {
  return typeof outcome === 'object' && outcome !== null && 'refused' in outcome;
}

/** The refusal's Chinese sentence. */
export function refusalText(refusal: Refusal): string {
  return errorText(refusal.code, refusal.details);
}
