import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waiting times between attempts that grow up to a limit, with some chance in them so that peers do not march in step.
 */
export interface Backoff {
  /** The next waiting time in milliseconds. */
  next(): number;
  /** Call after success: the next failure starts again with the shortest wait. */
  reset(): void;
  /** Failures since the last success. */
  readonly failures: number;
}

/** Creates a {@link Backoff}: `firstMs`, doubled each time, at most `maxMs`, plus or minus a fifth. */
export function createBackoff(firstMs = 50, maxMs = 5_000): Backoff {
  let failures = 0;
  return {
    next() {
      const planned = Math.min(maxMs, firstMs * 2 ** Math.min(failures, 20));
      failures += 1;
      return planned * (0.8 + Math.random() * 0.4);
    },
    reset() {
      failures = 0;
    },
    get failures() {
      return failures;
    },
  };
}

/** Waits; returns at once, without error, when the signal is aborted. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, signal ? { signal } : {});
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}

/** Rejects with `onTimeout()` when the promise has not settled in time. */
export async function withTimeout<T>(promise: Promise<T>, ms: number, onTimeout: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(onTimeout()), ms);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}
