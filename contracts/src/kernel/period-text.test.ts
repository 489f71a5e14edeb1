import { expect, it } from 'vitest';
import { lessonsOf, periodText } from './period-text.ts';

it('a period is its lessons, and reads back as it was written', () => {
  expect(lessonsOf('3-4')).toEqual([3, 4]);
  expect(lessonsOf('5')).toEqual([5]);
  for (const text of ['', '0', '4-3', '3-', '一', '3-4-5', '100']) expect(lessonsOf(text)).toEqual([]);
  expect([periodText(3, 4), periodText(5, 5)]).toEqual(['3-4', '5']);
});
