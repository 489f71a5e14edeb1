import { describe, expect, it } from 'vitest';
import { createKeptValues } from './expiring-values.ts';

const at = (ms: number): Date => new Date(1_800_000_000_000 + ms);

describe('kept values', () => {
  it('are given out until they are too old', () => {
    const kept = createKeptValues<string>(5_000);
    kept.set('a', 'one', at(0));
    expect(kept.get('a', at(4_999))).toBe('one');
    expect(kept.get('a', at(5_000))).toBeUndefined();
    kept.set('a', 'two', at(6_000));
    expect(kept.get('a', at(7_000))).toBe('two');
  });

  it('are not kept longer by a clock that was set back', () => {
    const kept = createKeptValues<string>(5_000);
    kept.set('a', 'one', at(3_600_000));
    expect(kept.get('a', at(0))).toBeUndefined();
  });

  it('can be asked for younger than the limit, not for older', () => {
    const kept = createKeptValues<string>(5_000);
    kept.set('a', 'one', at(0));
    expect([kept.get('a', at(2_000), 1_000), kept.get('a', at(2_000), 3_000), kept.get('a', at(6_000), 9_000)]).toEqual(
      [undefined, 'one', undefined],
    );
  });

  it('are gone when deleted or cleared', () => {
    const kept = createKeptValues<string>(5_000);
    for (const key of ['a', 'b', 'c']) kept.set(key, key, at(0));
    kept.delete('a');
    expect([kept.get('a', at(1)), kept.get('b', at(1))]).toEqual([undefined, 'b']);
    kept.clear();
    expect(kept.get('c', at(1))).toBeUndefined();
  });

  it('count what was looked up and found, and how many there are', () => {
    const kept = createKeptValues<string>(5_000);
    expect(kept.figures()).toEqual({ size: 0, hits: 0, misses: 0, changedAt: null });
    kept.set('a', 'one', at(0));
    for (const ms of [1, 2, 9_000]) kept.get('a', at(ms));
    kept.get('b', at(3));
    expect(kept.figures()).toMatchObject({ size: 1, hits: 2, misses: 2, changedAt: expect.any(Number) as number });
  });
});
