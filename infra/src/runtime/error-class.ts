import { createBackoff, pause } from './backoff.ts';
import { isTransient } from './event-log-errors.ts';
import { sqlState } from './sql-state.ts';

/**
 * What an error says of trying again. `away`: an engine cannot be reached, is not ready, has no leader or no room for
 * us; the same will work when it is back. `busy`: the engine is there and gave way to somebody else (deadlock,
 * serialisation, a lock or a statement that took too long); the same will most likely work in a moment. `fault`: trying
 * again does not help. A refusal is no error: it is a result.
 */
export type ErrorClass = 'away' | 'busy' | 'fault';

/** SQLSTATE: connection exceptions (08), too few resources (53), shutdown, crash, start and ended sessions (57P0). */
const awayStates = /^(08...|53...|57P0.)$/;
const busyStates = new Set<string>([
  sqlState.serialisation,
  sqlState.deadlock,
  sqlState.lockNotAvailable,
  sqlState.statementTimeout,
]);
/** Failures of the way there; a name that is not known may be known a moment later, where machines start together. */
const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
/** What the driver says itself when the server no longer does. */
const lostConnection =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout)/;

/** The class of anything thrown by an engine's driver, or by ours on top of it. */
export function errorClass(error: unknown): ErrorClass {
  if (!(error instanceof Error)) return 'fault';
  if (error instanceof AggregateError && error.errors.some((one) => errorClass(one) === 'away')) return 'away';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (busyStates.has(code)) return 'busy';
  return awayStates.test(code) || unreachable.has(code) || lostConnection.test(error.message) || isTransient(error)
    ? 'away'
    : 'fault';
}

/** Whether the same may be tried again, now or when the engine is back. */
export function isRepeatable(error: unknown): boolean {
  return errorClass(error) !== 'fault';
}

/** How {@link repeatedWhile} waits. */
export interface Patience {
  /** Whether a failure is one that time heals. */
  heals(error: unknown): boolean;
  /** No try begins later than this. In milliseconds. */
  readonly forMs: number;
  readonly signal?: AbortSignal;
}

/**
 * Tries again, after growing pauses, what failed in a way that time heals; throws the last failure when patience ends.
 */
export async function repeatedWhile<T>(work: () => Promise<T>, { heals, forMs, signal }: Patience): Promise<T> {
  const backoff = createBackoff(50, 5_000);
  const giveUpAt = performance.now() + forMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const waitMs = backoff.next();
      if (!heals(error) || signal?.aborted || performance.now() + waitMs > giveUpAt) throw error;
      await pause(waitMs, signal);
    }
  }
}
