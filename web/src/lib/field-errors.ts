import type { z } from 'zod';
import { ApiError } from './api-error.ts';

/**
 * Messages of a refused form by the field they belong to; of nested fields by the outermost. Empty for what is no
 * refusal.
 */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  return !(error instanceof ApiError)
    ? {}
    : Object.fromEntries(error.fieldErrors.map(({ field, message }) => [field.split('.')[0] ?? field, message]));
}

/** The same for a form that is not sent yet: what the server would refuse. Empty when nothing is wrong. */
export function formErrorsOf(schema: z.ZodType, form: unknown): Record<string, string> {
  const issues = schema.safeParse(form).error?.issues ?? [];
  // The first message of a field is the one that matters.
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0] ?? ''), message]));
}
