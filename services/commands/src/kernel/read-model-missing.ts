/** Whether a statement failed because a read model has not been built yet, as right after the first start. */
export function isReadModelMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === '42P01' || code === '3F000';
}
