import { expect, test } from 'vitest';
import { rowOnDay } from './row-on-day.ts';

const at = (day: string): Date => new Date(`${day}T12:00:00Z`);
const log = [
  { at: at('2027-03-01'), before: { mobile: '1', dormitory: 'A' }, after: { mobile: '2', dormitory: 'A' } },
  { at: at('2027-05-01'), before: { mobile: '2', dormitory: 'A' }, after: { mobile: '3', dormitory: 'B' } },
];
const now = { mobile: '3', dormitory: 'B', labels: 'x' };

test('STUDENT-STATUS-05: values of a day come from what the log says before and after it', () => {
  expect(rowOnDay(now, log, at('2027-06-01')).row).toEqual(now);
  const april = rowOnDay(now, log, at('2027-04-01'));
  expect(april.row).toEqual({ mobile: '2', dormitory: 'A' });
  expect([april.known('mobile'), april.known('labels')]).toEqual([true, false]);
  // Before the record begins: as it was found, and said to be unknown.
  const before = rowOnDay(now, log, at('2027-02-01'));
  expect(before).toMatchObject({ row: { mobile: '1' }, since: at('2027-03-01') });
  expect(before.known('mobile')).toBe(false);
});

test('STUDENT-STATUS-05: a row that came later was not there, one that nobody wrote of is unknown', () => {
  const created = [{ at: at('2027-03-01'), before: null, after: { mobile: '3' } }];
  expect(rowOnDay(now, created, at('2027-02-01')).row).toBeNull();
  expect(rowOnDay(now, created, at('2027-03-02')).known('mobile')).toBe(true);
  expect(rowOnDay(now, [], at('2027-03-02'))).toMatchObject({ row: now, since: null });
  const removed = [{ at: at('2027-03-01'), before: { mobile: '3' }, after: null }];
  expect(rowOnDay(null, removed, at('2027-04-01')).row).toBeNull();
});
