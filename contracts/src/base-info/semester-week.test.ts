import { expect, it } from 'vitest';
import { semesterWeek, weeksToCome } from './semester-week.ts';

it('weeks of a semester are counted in school time, from its first day on', () => {
  const week = (at: string) => semesterWeek('2026-08-31', at);
  expect(
    [
      '2026-08-30T15:59:59Z',
      '2026-08-30T16:00:00Z',
      '2026-09-06T15:59:59Z',
      '2026-09-06T16:00:00Z',
      '2026-08-01T00:00:00Z',
    ].map(week),
  ).toEqual([0, 1, 1, 2, -4]);
});

it('the weeks to come begin with the current one; before the semester they are all of it, after it none', () => {
  const from = (at: string) => weeksToCome('2026-08-31', 4, at);
  expect([
    from('2026-08-01T00:00:00Z'),
    from('2026-09-14T00:00:00Z'),
    from('2026-09-27T15:59:59Z'),
    from('2026-09-27T16:00:00Z'),
  ]).toEqual([[1, 2, 3, 4], [3, 4], [4], []]);
});
