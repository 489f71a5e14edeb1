import { expect, it } from 'vitest';
import { ranksOf } from './ranks.ts';

it('SCORE-MORE-21: by average, then by weighted average; ties share a rank, who has none has no rank', () => {
  const student = (gpa: number | null, weightedAverage: number | null = 8000) => ({ gpa, weightedAverage });
  expect(
    ranksOf([student(300), student(370, 8500), student(null, null), student(370, 8600), student(300), student(200)]),
  ).toEqual([3, 2, null, 1, 3, 5]);
  expect(ranksOf([])).toEqual([]);
});
