import type { ApiError } from '../../lib/api-error.ts';

/** Messages of a refused form by the field they belong to; of nested fields by the outermost. */
export function fieldErrorsOf(error: ApiError): Record<string, string> {
  return Object.fromEntries(error.fieldErrors.map(({ field, message }) => [field.split('.')[0] ?? field, message]));
}
