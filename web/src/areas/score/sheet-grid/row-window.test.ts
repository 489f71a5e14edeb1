import { describe, expect, test } from 'vitest';
import { rangeAt } from './row-window.ts';

describe('rows held of a long table', () => {
  test('a class of ordinary size is held whole', () => {
    expect(rangeAt(500, 400, 34, 48)).toEqual({ from: 0, to: 48 });
  });

  test('of a long one what is seen and some around it, at every position', () => {
    for (let scrollTop = 0; scrollTop < 300 * 34 - 400; scrollTop += 17) {
      const { from, to } = rangeAt(scrollTop, 400, 34, 300);
      expect(from * 34).toBeLessThanOrEqual(scrollTop);
      expect(to * 34).toBeGreaterThanOrEqual(Math.min(300 * 34, scrollTop + 400));
      expect(to - from).toBeLessThanOrEqual(60);
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeLessThanOrEqual(300);
    }
  });
});
