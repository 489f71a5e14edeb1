/** What an empty required field says (PICKERS-142). */
export const REQUIRED = '必填项';

/** {@link REQUIRED} for an empty value, null for any other. */
export function requiredProblem(value: unknown): string | null {
  const empty = value === null || value === undefined || (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0);
  return empty ? REQUIRED : null;
}
