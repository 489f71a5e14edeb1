/** Chance that can be had again: the same seed gives the same numbers. */
export interface SeededRandom {
  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number;
  shuffled<T>(list: readonly T[]): T[];
}

/** Mulberry32. `seed` is a 32-bit number. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    shuffled(list) {
      const mixed = [...list];
      for (let place = mixed.length - 1; place > 0; place -= 1) {
        const other = below(place + 1);
        [mixed[place], mixed[other]] = [mixed[other]!, mixed[place]!];
      }
      return mixed;
    },
  };
}
