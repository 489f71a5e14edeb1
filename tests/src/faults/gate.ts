import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Lets people rest between two pieces of work, and all of them at once when somebody wants to look at what they did.
 */
export interface Gate {
  /** A person's pause between two pieces of work; as long as the gate is closed. */
  rest(ms: number): Promise<void>;
  /** A person who does not come back. */
  leave(): void;
  /** Closes the gate; resolves when everybody rests. */
  close(): Promise<void>;
  open(): void;
}

/** An open gate for so many people. */
export function createGate(people: number): Gate {
  let inside = people;
  let resting = 0;
  let closed: PromiseWithResolvers<void> | undefined;
  let quiet = Promise.withResolvers<void>();
  const look = (): void => {
    if (closed && resting === inside) quiet.resolve();
  };
  return {
    async rest(ms) {
      await sleep(ms);
      while (closed) {
        resting += 1;
        look();
        await closed.promise;
        resting -= 1;
      }
    },
    leave() {
      inside -= 1;
      look();
    },
    async close() {
      closed = Promise.withResolvers<void>();
      quiet = Promise.withResolvers<void>();
      look();
      await quiet.promise;
    },
    open() {
      const opening = closed;
      closed = undefined;
      opening?.resolve();
    },
  };
}
