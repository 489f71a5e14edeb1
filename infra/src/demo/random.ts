/** Repeatable random numbers: the same seed gives the same university. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** Whole number from 0 below `limit`. */
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
  /** About normally distributed around `mean`. */
  normal(mean: number, deviation: number): number;
}

/**
 * A generator (mulberry32) for one purpose: each purpose has its own, so that a change in one leaves the others as they
 * were.
 */
export function createRandom(purpose: string): Random {
  let state = 0x9e3779b9;
  for (const character of purpose) state = Math.imul(state ^ character.codePointAt(0)!, 0x85ebca6b) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: (list) => list[below(list.length)]!,
    normal: (mean, deviation) => mean + deviation * (next() + next() + next() + next() - 2) * Math.sqrt(3),
  };
}
