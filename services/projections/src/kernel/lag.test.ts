import { describe, expect, it } from 'vitest';
import { createLagClock } from './lag.ts';

const at = (place: number) => ({ commit: BigInt(place), prepare: BigInt(place) });

describe('lag', () => {
  it('is counted from when the log was first seen beyond a place', () => {
    const clock = createLagClock();
    clock.look(at(10), 1_000);
    clock.look(at(20), 6_000);
    expect([
      clock.behindFor('start', 7_000),
      clock.behindFor(at(10), 7_000),
      clock.behindFor(at(15), 7_000),
      clock.behindFor(at(20), 7_000),
    ]).toEqual([6_000, 1_000, 1_000, 0]);
  });

  it('stays small for who keeps up with a log that never rests', () => {
    const clock = createLagClock();
    for (let look = 1; look <= 100; look += 1) {
      clock.look(at(look * 10), look * 5_000);
      expect(clock.behindFor(at(look * 10 - 1), look * 5_000)).toBe(0);
      clock.passed([at(look * 10 - 5)]);
    }
  });

  it('of who stands still goes on growing, however long the log moves on', () => {
    const clock = createLagClock();
    for (let look = 1; look <= 10_000; look += 1) {
      clock.look(at(look), look);
      clock.passed([at(3), at(look)]);
    }
    expect(clock.behindFor(at(3), 10_001)).toBe(10_001 - 4);
    expect(clock.behindFor(at(10_000), 10_001)).toBe(0);
  });
});
