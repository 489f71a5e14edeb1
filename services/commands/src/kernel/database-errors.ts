/** SQLSTATE classes and node errors that mean: PostgreSQL cannot be reached, restarts, or has no connection left. */
const awayStates = /^(08|53|57P)/;
const awayCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH']);

/** Whether the same statement may succeed later because the database was away. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = sqlState(error);
  if (code !== null && (awayStates.test(code) || awayCodes.has(code))) return true;
  return /Connection terminated|timeout exceeded when trying to connect|connection timeout/i.test(error.message);
}

/** SQLSTATE or system code of an error; null when it has none. */
export function sqlState(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}
