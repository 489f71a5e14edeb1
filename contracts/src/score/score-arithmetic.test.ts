import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  barredBy,
  cellText,
  computeRow,
  countedValue,
  finalText,
  formatDecimal,
  isRounded,
  mayEnterItem,
  parseCell,
  parseDecimal,
  weightedTotal,
} from './score-arithmetic.ts';
import type { ScoreBand, ScoreItem } from './score-sheet.events.ts';

/** An exact fraction; the oracle that the whole-number arithmetic is held against. */
type Rational = { readonly n: bigint; readonly d: bigint };
const rational = (text: string): Rational => {
  const [whole = '0', fraction = ''] = text.split('.');
  return { n: BigInt(whole + fraction), d: 10n ** BigInt(fraction.length) };
};
const plus = (a: Rational, b: Rational): Rational => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d });
const times = (a: Rational, b: Rational): Rational => ({ n: a.n * b.n, d: a.d * b.d });
/** Multiples of 10^-places, floored or rounded half up; for values that are not negative. */
const floored = ({ n, d }: Rational, places: number): bigint => (n * 10n ** BigInt(places)) / d;
const rounded = ({ n, d }: Rational, places: number): bigint => (2n * n * 10n ** BigInt(places) + d) / (2n * d);

const number = (dataKey: string, scoreSubItemProportion: number, isExamItem = false): ScoreItem => ({
  dataKey,
  scoreSubItemName: dataKey,
  scoreSubItemProportion,
  type: 'number',
  enable: 'true',
  scoreHierarchyCode: 'bfz',
  isExamItem,
});
const select = (dataKey: string, scoreSubItemProportion: number, scoreHierarchyCode: string): ScoreItem => ({
  ...number(dataKey, scoreSubItemProportion, true),
  type: 'select',
  scoreHierarchyCode,
});
const band = (
  scoreHierarchyCode: string,
  scoreValueCode: string,
  scoreValueName: string,
  min: number,
  max: number,
  percentile: number,
): ScoreBand => ({
  scoreHierarchyCode,
  scoreValueCode,
  scoreValueName,
  scorePercentileMinValue: min,
  scorePercentileMaxValue: max,
  scorePercentileValue: percentile,
});
const bands = [
  band('wjz', '1', '优秀', 9000, 10000, 9500),
  band('wjz', '2', '良好', 8000, 8999, 8500),
  band('wjz', '3', '中等', 7000, 7999, 7500),
  band('wjz', '4', '及格', 6000, 6999, 6500),
  band('wjz', '5', '不及格', 0, 5999, 0),
  band('ejz', '1', '合格', 6000, 10000, 8000),
  band('ejz', '2', '不合格', 0, 5999, 0),
];
const usual = [number('ps', 40), number('qm', 60, true)];
const rules = { items: usual, listCode: bands, passMark: 6000 };

/** Decimal text from 0 to 100 with up to four places, and proportions that add up to 100. */
const decimal = fc
  .tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 0, max: 4 }))
  .map(([whole, fraction, places]) =>
    places === 0 ? String(whole) : `${whole}.${String(fraction).padStart(4, '0').slice(0, places)}`,
  );
const proportions = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 0, maxLength: 7 }).map((cuts) => {
  const ends = [0, ...cuts.toSorted((a, b) => a - b), 100];
  return ends.slice(1).map((end, index) => end - (ends[index] ?? 0));
});

describe('score arithmetic', () => {
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

  // SCORE-RULES-02, SCORE-RULES-03
  it('the total is Σ value × proportion/100 floored to two decimals, against exact fractions', () => {
    fc.assert(
      fc.property(
        proportions.chain((shares) =>
          fc.tuple(
            fc.constant(shares),
            fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: shares.length, maxLength: shares.length }),
          ),
        ),
        ([shares, tenths]) => {
          const items = shares.map((share, index) => number(`i${index}`, share));
          const cells = Object.fromEntries(tenths.map((value, index) => [`i${index}`, value]));
          const exact = items.reduce<Rational>(
            (sum, item, index) =>
              plus(
                sum,
                times(rational(cellText(tenths[index] ?? 0) ?? '0'), {
                  n: BigInt(item.scoreSubItemProportion),
                  d: 100n,
                }),
              ),
            { n: 0n, d: 1n },
          );
          expect(weightedTotal(cells, items, bands)).toEqual({ total: Number(floored(exact, 2)), complete: true });
        },
      ),
    );
    expect(weightedTotal({ a: 1, b: 1, c: 1 }, [number('a', 33), number('b', 33), number('c', 34)], bands)).toEqual({
      total: 10,
      complete: true,
    });
    expect(weightedTotal({ ps: 999, qm: 999 }, [number('ps', 33), number('qm', 67)], bands).total).toBe(9990);
  });

  it('SCORE-RULES-04, SCORE-RULES-05: a missing item makes the total 0 and the row incomplete', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom<string>('ps', 'qz', 'qm'), { minLength: 1 }),
        fc.integer({ min: 0, max: 1000 }),
        (missing, value) => {
          const items = [number('ps', 30), number('qz', 20), number('qm', 50, true)];
          const cells = Object.fromEntries(
            items.map(({ dataKey }) => [dataKey, missing.includes(dataKey) ? null : value]),
          );
          expect(weightedTotal(cells, items, bands)).toEqual({ total: 0, complete: false });
          expect(computeRow(cells, '00', { items, listCode: bands, passMark: 6000 })).toEqual({
            final: null,
            complete: false,
            passed: false,
          });
        },
      ),
    );
  });

  it('SCORE-RULES-06: a final score of a grade sheet is shown as the one band it lies in, ends included', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10000 }), (final) => {
        const [only, ...more] = bands.filter(
          (known) =>
            known.scoreHierarchyCode === 'ejz' &&
            known.scorePercentileMinValue <= final &&
            final <= known.scorePercentileMaxValue,
        );
        expect(more).toEqual([]);
        expect(finalText(final, { scoreHierarchyCode: 'ejz', listCode: bands, digit: 2 })).toBe(only?.scoreValueName);
      }),
    );
  });

  it('SCORE-RULES-07: any other final score is shown rounded half up to its digits, exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10000 }), fc.constantFrom(0, 1, 2), (final, digit) => {
        const shown = finalText(final, { scoreHierarchyCode: 'bfz', listCode: bands, digit });
        expect(shown).toMatch(digit === 0 ? /^\d+$/ : new RegExp(`^\\d+\\.\\d{${digit}}$`));
        expect(BigInt(shown.replace('.', ''))).toBe(rounded({ n: BigInt(final), d: 100n }, digit));
      }),
    );
  });

  it('SCORE-RULES-08: an empty final score is a dash', () => {
    for (const scoreHierarchyCode of ['bfz', 'wjz', 'ejz'])
      expect(finalText(null, { scoreHierarchyCode, listCode: bands, digit: 2 })).toBe('-');
  });

  it('SCORE-RULES-09: 五级制 shows the grade before the value in brackets', () => {
    expect(finalText(9250, { scoreHierarchyCode: 'wjz', listCode: bands, digit: 0 })).toBe('优秀(93)');
    expect(finalText(5999, { scoreHierarchyCode: 'wjz', listCode: bands, digit: 2 })).toBe('不及格(59.99)');
  });

  it('judges pass on the unrounded value: 59.99 fails though it is shown as 60', () => {
    const row = computeRow({ ps: 600, qm: 599 }, '00', rules);
    expect(row).toEqual({ final: 5994, complete: true, passed: false });
    expect(finalText(row.final, { scoreHierarchyCode: 'bfz', listCode: [], digit: 0 })).toBe('60');
  });

  it('reads what it writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.constantFrom(1, 2), (value, places) => {
        expect(parseDecimal(formatDecimal(value, places, places), places)).toBe(value);
      }),
    );
  });

  it.each([
    ['00', { final: 8400, complete: true, passed: true }],
    ['01', { final: null, complete: true, passed: false }],
    ['02', { final: 0, complete: true, passed: false }],
    ['03', { final: 0, complete: true, passed: false }],
    ['06', { final: 0, complete: true, passed: false }],
    ['07', { final: 6000, complete: true, passed: true }],
    ['09', { final: 9000, complete: true, passed: true }],
    ['11', { final: null, complete: true, passed: false }],
    ['12', { final: null, complete: true, passed: false }],
  ])('remark %s makes of 75 and 90 %o', (remark, outcome) => {
    expect(computeRow({ ps: 750, qm: 900 }, remark, rules)).toEqual(outcome);
  });

  it.each([
    ['00', true, true],
    ['02', true, false],
    ['03', false, false],
    ['09', false, true],
    ['11', true, true],
  ])('remark %s lets usual items be typed: %s, the exam: %s', (remark, usualItem, exam) => {
    expect(mayEnterItem(remark, { isExamItem: false })).toBe(usualItem);
    expect(mayEnterItem(remark, { isExamItem: true })).toBe(exam);
  });

  // It is struck out where the score is looked at.
  it('a value a remark bars is not handed on, and is struck out with the reason; an item nobody may type stays', () => {
    const [ps, qm, fixed] = [
      number('ps', 40),
      number('qm', 60, true),
      { ...number('qm', 60, true), enable: 'false' as const },
    ];
    expect([ps, qm, fixed].map((item) => countedValue(853, '02', item))).toEqual([853, null, 853]);
    expect([ps, qm].map((item) => countedValue('85.3', '09', item))).toEqual([null, '85.3']);
    expect([
      barredBy(853, '02', qm),
      barredBy(853, '02', ps),
      barredBy(null, '02', qm),
      barredBy(853, '00', qm),
    ]).toEqual(['备注为缺考，此成绩不计入总评', null, null, null]);
  });

  it('weighs a grade by its percentile', () => {
    expect(
      computeRow({ lw: '1' }, '00', { items: [select('lw', 100, 'wjz')], listCode: bands, passMark: 6000 }),
    ).toEqual({ final: 9500, complete: true, passed: true });
    expect(
      computeRow({ lw: '5' }, '00', { items: [select('lw', 100, 'wjz')], listCode: bands, passMark: 6000 }),
    ).toEqual({ final: 0, complete: true, passed: false });
  });
});
