/** How many may be told how fast. */
export interface Pace {
  /** As many are told at once after a quiet time. */
  readonly burst: number;
  readonly perSecond: number;
}

/**
 * Tells one after the other, so that those who fetch because they were told do not all come at the same instant. Who
 * waits already is not queued again: being told later means hearing of everything until then.
 */
export interface Pacer<T> {
  /** `named`: the change is theirs, they go before those who are told because nobody knows whose it is. */
  tell(one: T, named: boolean): void;
  forget(one: T): void;
  /** How many wait. */
  readonly waiting: number;
  close(): void;
}

const tickMs = 25;

/** Creates a pacer that calls `deliver` for each one told. */
export function createPacer<T>(deliver: (one: T) => void, { burst, perSecond }: Pace): Pacer<T> {
  const named = new Set<T>();
  const others = new Set<T>();
  let tokens = burst;
  let filledAt = performance.now();
  let timer: NodeJS.Timeout | undefined;

  const refill = (): void => {
    const now = performance.now();
    tokens = Math.min(burst, tokens + ((now - filledAt) * perSecond) / 1000);
    filledAt = now;
  };
  const deliverSome = (): void => {
    refill();
    for (const line of [named, others]) {
      for (const one of line) {
        if (tokens < 1) break;
        tokens -= 1;
        line.delete(one);
        deliver(one);
      }
    }
    timer = named.size + others.size > 0 ? setTimeout(deliverSome, tickMs) : undefined;
  };

  return {
    tell(one, isNamed) {
      if (isNamed) others.delete(one);
      if (isNamed) named.add(one);
      else if (!named.has(one)) others.add(one);
      if (!timer) deliverSome();
    },
    forget(one) {
      named.delete(one);
      others.delete(one);
    },
    get waiting() {
      return named.size + others.size;
    },
    close() {
      clearTimeout(timer);
      named.clear();
      others.clear();
    },
  };
}
