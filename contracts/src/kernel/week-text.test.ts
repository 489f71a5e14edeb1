import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxWeekOf, parseWeeks, weekText, WEEK_FORMAT, WEEK_TOO_LARGE } from './week-text.ts';

const problems = (texts: readonly string[], maxWeek?: number) =>
  texts.map((text) => {
    const result = parseWeeks(text, maxWeek);
    return 'problem' in result ? result.problem : result.weeks.join(' ');
  });

describe('weeks as text', () => {
  it('are numbers or ranges with commas between', () => {
    expect(problems(['1-2,4,5-9', '7', ''])).toEqual(['1 2 4 5 6 7 8 9', '7', '']);
    expect(problems(['1，3', '1-', '-2', '1--2', '1-2-3', '1 ,2', '1,', 'a', '第1周'])).toEqual(
      Array(9).fill('请按照该格式填写‘1-2,4,5-9’'),
    );
  });

  it('are positive integers', () => {
    expect(problems(['0', '-1', '0-3', '1.5', '01', '1e1'])).toEqual(Array(6).fill(WEEK_FORMAT));
  });

  it('increase strictly', () => {
    expect(problems(['2,1', '3,3', '1-4,4', '5-3', '4-4', '1-4,2-6'])).toEqual(Array(6).fill(WEEK_FORMAT));
  });

  it('are not above the largest week', () => {
    expect(problems(['1-26', '26', '1-25'])).toEqual([
      '所填写周次大于最大周次',
      WEEK_TOO_LARGE,
      Array.from({ length: 25 }, (_, index) => index + 1).join(' '),
    ]);
    expect(problems(['1-20', '1-9999'], 18)).toEqual([WEEK_TOO_LARGE, WEEK_TOO_LARGE]);
  });

  it('the largest week is 25 when the parameter is missing', () => {
    expect([undefined, null, '', 'x', '0', '-3', '999'].map(maxWeekOf)).toEqual(Array(7).fill(25));
    expect([maxWeekOf('20'), maxWeekOf('30')]).toEqual([20, 30]);
  });

  it('come back as they went out', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 25 })), (weeks) => {
        expect(parseWeeks(weekText(weeks))).toEqual({ weeks: weeks.toSorted((a, b) => a - b) });
      }),
    );
  });
});
