import { expect, it } from 'vitest';
import { flagsOf, type Figures } from './score-flags.ts';

const figures = (finals: readonly number[], more: Partial<Figures> = {}): Figures => ({
  person_num: finals.length,
  scored_num: finals.length,
  passed_num: finals.filter((final) => final >= 6_000).length,
  sum_final: finals.reduce((sum, final) => sum + final, 0),
  max_final: Math.max(...finals),
  min_final: Math.min(...finals),
  deviation: 0,
  bands: [],
  histogram: [],
  around_pass: Array.from(
    { length: 11 },
    (_, place) => finals.filter((f) => Math.floor(f / 100) === 55 + place).length,
  ),
  last_year: null,
  ...more,
});

// SCORE-MORE-49
it.each([
  ['nothing of an ordinary class', figures([5500, 6500, 7000, 8000, 9000]), []],
  ['nothing of very few', figures([8000, 8000]), []],
  ['all equal', figures([8000, 8000, 8000, 8000, 8000]), ['成绩全部相同']],
  ['half of them pass, which is enough', figures([5000, 5100, 5200, 7000, 8000, 9000]), []],
  ['fewer than half', figures([5000, 5100, 5200, 7000, 8000]), ['及格率低于 50%']],
  ['a heap at 60', figures([6000, 6010, 6020, 7500, 8000, 9000]), ['3 人集中在 60 分']],
  [
    'no heap where the points around have as many',
    figures([6000, 6010, 6020, ...Array.from({ length: 10 }, () => 6100)]),
    [],
  ],
  [
    '15 points more than last year is usual',
    figures([7000, 8000, 8000, 8000, 9000], { last_year: ['325000', '50'] }),
    [],
  ],
  [
    'more than 15 are not',
    figures([7000, 8000, 8000, 8000, 9000], { last_year: ['320000', '50'] }),
    ['平均分比上学年高 16.00 分'],
  ],
  ['nor fewer', figures([7000, 8000, 8000, 8000, 9000], { last_year: [480_000, 50] }), ['平均分比上学年低 16.00 分']],
] as const)('%s', (_what, given, flags) => {
  expect(flagsOf(given)).toEqual(flags);
});
