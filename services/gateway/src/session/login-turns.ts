import { Refused } from '../kernel/refused.ts';

/** Lets the attempts of one account happen one after the other, so that each sees the failures before it, however many are sent at once. */
export interface LoginTurns {
  /** Runs one attempt in its turn. Throws TOO_MANY_REQUESTS when too many wait already. */
  take<T>(userName: string, attempt: () => Promise<T>): Promise<T>;
}

interface Line { waiting: number; last: Promise<unknown> }

/** Creates the lines of this gateway; each of them holds {@link maxWaiting} attempts. */
export function createLoginTurns(maxWaiting = 50): LoginTurns {
  const lines = new Map<string, Line>();
  return {
    async take(userName, attempt) {
      const line = lines.get(userName) ?? { waiting: 0, last: Promise.resolve() };
      if (line.waiting >= maxWaiting) throw new Refused('TOO_MANY_REQUESTS');
      lines.set(userName, line);
      line.waiting += 1;
      const mine = line.last.then(attempt);
      line.last = mine.catch(() => undefined);
      try {
        return await mine;
      } finally {
        line.waiting -= 1;
        if (line.waiting === 0) lines.delete(userName);
      }
    },
  };
}
