import { describe, expect, it } from 'vitest';
import { bytesText, countText, elapsedText, schoolTime, shortElapsedText, shortTimeText } from './format.ts';

const at = (days: number, hours: number, minutes: number, seconds: number) =>
  (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;

describe('times for people', () => {
  it('APPROVAL-27: elapsed time reads in days, hours, minutes and seconds', () => {
    expect([
      elapsedText(at(1, 20, 29, 49)),
      elapsedText(at(0, 0, 3, 0)),
      elapsedText(at(0, 0, 0, 5)),
      elapsedText(-5),
    ]).toEqual(['1天20小时29分49秒', '3分0秒', '5秒', '0秒']);
  });

  it('lists show its two largest units', () => {
    expect([at(5, 3, 20, 0), at(2, 0, 5, 0), at(0, 18, 52, 9), at(0, 0, 12, 0), 900].map(shortElapsedText)).toEqual([
      '5天3小时',
      '2天',
      '18小时52分',
      '12分钟',
      '刚刚',
    ]);
  });

  it('school time is read in its own zone', () => {
    expect(schoolTime('2026-11-20 10:32:45')).toBe(Date.parse('2026-11-20T02:32:45Z'));
  });

  it('sizes read in their unit', () => {
    expect([bytesText(900), bytesText(88_064), bytesText(5 * 1024 ** 3)]).toEqual(['900 B', '86.0 KB', '5.0 GB']);
  });
});

it('a count has its thousands marked', () => {
  expect([0, 999, 1000, 12_345, 1_234_567, -1000].map(countText)).toEqual([
    '0',
    '999',
    '1,000',
    '12,345',
    '1,234,567',
    '-1,000',
  ]);
});

it('a short time has its year where that is not this one', () => {
  const now = Date.parse('2026-12-31T20:00:00Z');
  expect([shortTimeText('2027-01-01 03:59:00', now), shortTimeText('2026-11-27 08:00:00', now)]).toEqual([
    '01-01 03:59',
    '2026-11-27 08:00',
  ]);
});
