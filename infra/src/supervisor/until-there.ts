import { pause } from '../runtime/backoff.ts';

const askEveryMs = 500;
const sayEveryMs = 15_000;

/** How something that may come up later is waited for. */
export interface Waiting {
  /** Resolves when it is there. */
  ask(): Promise<unknown>;
  /** Whether a failure means that it is away, and not that it answers otherwise than hoped for. */
  isAway(error: unknown): boolean;
  /** Called at the first failure, and now and then. */
  say(error: unknown): void;
}

/**
 * Asks until there is an answer, and says so while it waits. Throws what is no absence; returns without an answer when
 * `stopping` is aborted.
 */
export async function untilThere({ ask, isAway, say }: Waiting, stopping: AbortSignal): Promise<void> {
  let sayAt = 0;
  while (!stopping.aborted) {
    try {
      await ask();
      return;
    } catch (error) {
      if (!isAway(error)) throw error;
      if (performance.now() >= sayAt) {
        say(error);
        sayAt = performance.now() + sayEveryMs;
      }
      await pause(askEveryMs, stopping);
    }
  }
}
