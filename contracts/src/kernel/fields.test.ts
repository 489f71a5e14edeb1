import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateTimeText, plannedTime, toDateTimeText, toInstant } from './fields.ts';

describe('times', () => {
  it('APPROVAL-07: times are shown as YYYY-MM-DD HH:mm:ss in school time, wherever the server stands', () => {
    expect(toDateTimeText('2026-11-20T02:32:45.123Z')).toBe('2026-11-20 10:32:45');
    expect(toInstant('2026-11-20 10:32:45')).toBe('2026-11-20T02:32:45.000Z');
  });

  it('text and instant turn into each other without loss, to the second', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), (seconds) => {
        const text = toDateTimeText(seconds * 1000);
        expect(dateTimeText.safeParse(text).success).toBe(true);
        expect(Date.parse(toInstant(text))).toBe(seconds * 1000);
      }),
    );
  });
});

it('a time is one that the calendar and the clock have', () => {
  for (const text of ['2026-11-22 00:00:00', '2024-02-29 23:59:59'])
    expect(dateTimeText.safeParse(text).success, text).toBe(true);
  for (const text of [
    '2026-02-30 00:00:00',
    '2026-13-01 25:61:61',
    '2026-11-22 24:00:00',
    '2026-11-22',
    '',
    '2026-11-22T00:00:00',
  ]) {
    expect(
      dateTimeText.safeParse(text).error?.issues.map(({ message }) => message),
      text,
    ).toEqual(['时间格式应为 YYYY-MM-DD HH:mm:ss']);
  }
});

describe('a time that somebody plans with', () => {
  const thisYear = new Date().getFullYear();

  it.each(['2000-01-01 00:00:00', `${thisYear}-06-30 23:59:59`, `${thisYear + 10}-12-31 23:59:59`])(
    '%s is taken',
    (text) => expect(plannedTime.parse(text)).toBe(text),
  );

  it.each(['1999-12-31 23:59:59', `${thisYear + 11}-01-01 00:00:00`, '2999-01-01 00:00:00', '9999-12-31 23:59:59'])(
    '%s is decades away',
    (text) => {
      expect(plannedTime.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([
        `年份应在2000年至${thisYear + 10}年之间`,
      ]);
    },
  );
});
