import { ApiError } from '../../lib/api-error.ts';

/** What the server says is wrong, by field. */
export function fieldErrorsOf(error: unknown): Readonly<Record<string, string>> {
  return error instanceof ApiError ? Object.fromEntries(error.fieldErrors.map(({ field, message }) => [field, message])) : {};
}
