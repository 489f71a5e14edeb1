import { describe, expect, it } from 'vitest';
import { isRealSlide } from './slide-trace.ts';

type Points = [number, number][];
const hand: Points = [
  [0, 0],
  [40, 12],
  [70, 45],
  [90, 80],
  [120, 130],
  [160, 190],
  [200, 240],
  [230, 270],
  [300, 290],
];
const keys: Points = Array.from({ length: 9 }, (_, step) => [step * 45, Math.min(290, step * 40)]);

describe('a drag of the slider', () => {
  it.each([
    ['by hand', hand],
    ['by arrow keys', keys],
    [
      'there, back and there again',
      [
        [0, 0],
        [30, 80],
        [60, 150],
        [90, 110],
        [120, 60],
        [160, 130],
        [200, 200],
        [260, 290],
      ] as Points,
    ],
  ])('LOGIN-27: %s to the end of the track counts', (_how, points) => {
    expect(isRealSlide({ track: 290, points, tookMs: 420 })).toBe(true);
  });

  it.each([
    ['stops before the end', hand.slice(0, -1), 400],
    [
      'leaps there at once',
      [
        [0, 0],
        [100, 0],
        [200, 0],
        [300, 290],
      ] as Points,
      400,
    ],
    [
      'is four points made up',
      [
        [0, 0],
        [100, 97],
        [200, 194],
        [300, 290],
      ] as Points,
      400,
    ],
    [
      'has too few steps',
      [
        [0, 0],
        [300, 290],
      ] as Points,
      400,
    ],
    [
      'stands still and is said to have moved',
      [
        [0, 0],
        [100, 290],
        [200, 290],
        [300, 290],
      ] as Points,
      400,
    ],
    [
      'runs back in time',
      [
        [0, 0],
        [90, 80],
        [40, 160],
        [230, 270],
        [300, 290],
      ] as Points,
      400,
    ],
    [
      'is faster than a hand',
      [
        [0, 0],
        [5, 60],
        [10, 150],
        [15, 220],
        [20, 290],
      ] as Points,
      400,
    ],
    ['claims more time than has passed', hand.map(([time, at]): [number, number] => [time * 10, at]), 400],
    ['was answered in no time', hand, 10],
  ])('LOGIN-28: one that %s does not', (_how, points, tookMs) => {
    expect(isRealSlide({ track: 290, points, tookMs })).toBe(false);
  });
});
