/** Wakes readers that wait for a stream, or the whole log, to grow. */
const ALL = '';

/** Waiting readers by stream. Nothing is queued: a reader looks at the log, then waits, without anything between. */
export class GrowthSignal {
  readonly #waiting = new Map<string, Set<() => void>>();

  /** Tells those who wait for `stream`, and those who wait for anything, that it grew. */
  notify(stream: string): void {
    if (this.#waiting.size === 0) return;
    this.#wake(ALL);
    this.#wake(stream);
  }

  #wake(key: string): void {
    const waiters = this.#waiting.get(key);
    if (!waiters) return;
    this.#waiting.delete(key);
    for (const wake of waiters) wake();
  }

  /** Resolves when the stream (the log when `stream` is undefined) grows next, or when the signal aborts. */
  next(stream: string | undefined, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    const key = stream ?? ALL;
    return new Promise((resolve) => {
      const wake = (): void => {
        signal.removeEventListener('abort', stop);
        resolve();
      };
      const stop = (): void => {
        const waiters = this.#waiting.get(key);
        waiters?.delete(wake);
        if (waiters?.size === 0) this.#waiting.delete(key);
        resolve();
      };
      signal.addEventListener('abort', stop, { once: true });
      const waiters = this.#waiting.get(key);
      if (waiters) waiters.add(wake);
      else this.#waiting.set(key, new Set([wake]));
    });
  }
}
