import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bands, decimal, number, rational, rounded, select } from './score-arithmetic.fixture.ts';
import { isRounded, parseCell } from './score-cell.rules.ts';

describe('what may be typed into a cell', () => {
  it('SCORE-RULES-01: a number is called rounded where decimals were taken away, and not for how it is written', () => {
    const told = (texts: readonly string[]): boolean[] => texts.map((text) => isRounded(text, number('ps', 100)));
    expect(told(['85.55', '33.333', '0.01', '８５．０５', '90.09'])).toEqual([true, true, true, true, true]);
    expect(told(['85', '85.5', '85.50', '85.', '+85', '+85.5', '优', '1e3', ''])).toEqual(
      Array.from({ length: 9 }, () => false),
    );
    expect(isRounded('85.55', select('qm', 100, 'wjz'))).toBe(false);
  });

  it('SCORE-RULES-01: a typed score is rounded half up to one decimal, exactly', () => {
    fc.assert(
      fc.property(decimal, (text) => {
        expect(parseCell(text, number('ps', 100), bands)).toEqual({
          ok: true,
          value: Number(rounded(rational(text), 1)),
        });
      }),
    );
    expect(parseCell('89.95', number('ps', 100), bands)).toEqual({ ok: true, value: 900 });
    expect(parseCell('0.05', number('ps', 100), bands)).toEqual({ ok: true, value: 1 });
  });

  it.each([
    ['', null],
    [null, null],
    [' 85 ', 850],
    ['８５．５', 855],
    ['85。5', 855],
    ['100', 1000],
    ['100.04', 1000],
  ])('takes %j as %j', (text, value) => {
    expect(parseCell(text, number('ps', 100), bands)).toEqual({ ok: true, value });
  });

  it.each([
    ['100.05', 'SHEET_SCORE_OUT_OF_RANGE'],
    ['-1', 'SHEET_SCORE_OUT_OF_RANGE'],
    ['1000', 'SHEET_SCORE_OUT_OF_RANGE'],
    ['abc', 'SHEET_SCORE_NOT_NUMBER'],
    ['1e2', 'SHEET_SCORE_NOT_NUMBER'],
    ['NaN', 'SHEET_SCORE_NOT_NUMBER'],
    ['85,5', 'SHEET_SCORE_NOT_NUMBER'],
    ['0x10', 'SHEET_SCORE_NOT_NUMBER'],
  ])('refuses %j with %s', (text, code) => {
    expect(parseCell(text, number('ps', 100), bands)).toEqual({ ok: false, code });
  });

  it('takes a grade by code or name, and no other', () => {
    expect(parseCell('优秀', select('lw', 100, 'wjz'), bands)).toEqual({ ok: true, value: '1' });
    expect(parseCell('1', select('lw', 100, 'wjz'), bands)).toEqual({ ok: true, value: '1' });
    expect(parseCell('合格', select('lw', 100, 'wjz'), bands)).toEqual({ ok: false, code: 'SHEET_GRADE_UNKNOWN' });
  });
});
