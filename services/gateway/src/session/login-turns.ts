import { Refused } from '../kernel/refused.ts';

declare module '../kernel/services.ts' {
  interface Services {
    readonly loginTurns: LoginTurns;
  }
}

/**
 * Lets the attempts of one account from one place happen one after the other, so that each sees the failures before it,
 * however many are sent at once.
 */
export interface LoginTurns {
  /** Runs one attempt in its turn. Throws TOO_MANY_REQUESTS when too many wait already. */
  take<T>(accountAndPlace: string, attempt: () => Promise<T>): Promise<T>;
}

interface Line {
  waiting: number;
  last: Promise<unknown>;
}

/** Creates the lines of this gateway; each of them holds {@link maxWaiting} attempts. */
export function createLoginTurns(maxWaiting = 50): LoginTurns {
  const lines = new Map<string, Line>();
  return {
    async take(key, attempt) {
      const line = lines.get(key) ?? { waiting: 0, last: Promise.resolve() };
      if (line.waiting >= maxWaiting) throw new Refused('TOO_MANY_REQUESTS', {}, { retryAfter: 2 });
      lines.set(key, line);
      line.waiting += 1;
      const mine = line.last.then(attempt);
      line.last = mine.catch(() => undefined);
      try {
        return await mine;
      } finally {
        line.waiting -= 1;
        if (line.waiting === 0) lines.delete(key);
      }
    },
  };
}
