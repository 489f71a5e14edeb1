import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDecimal, parseDecimal } from '../kernel/number-text.ts';
import {
  bands,
  floored,
  number,
  plus,
  rational,
  rounded,
  select,
  times,
  type Rational,
} from './score-arithmetic.fixture.ts';
import {
  barredBy,
  cappedText,
  cellText,
  computeRow,
  countedValue,
  finalText,
  weightedTotal,
} from './score-arithmetic.ts';
import { mayEnterItem, needsOpenExam } from './score-cell.rules.ts';

const usual = [number('ps', 40), number('qm', 60, true)];
const rules = { items: usual, listCode: bands, passMark: 6000 };

/** Proportions that add up to 100. */
const proportions = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 0, maxLength: 7 }).map((cuts) => {
  const ends = [0, ...cuts.toSorted((a, b) => a - b), 100];
  return ends.slice(1).map((end, index) => end - (ends[index] ?? 0));
});

describe('score arithmetic', () => {
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
        fc.pre(final < 5950 || final >= 6000);
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

  it('judges pass on the unrounded value, and shows what explains itself: 59.94 fails, and is not shown as 60', () => {
    const row = computeRow({ ps: 600, qm: 599 }, '00', rules);
    expect(row).toEqual({ final: 5994, complete: true, passed: false });
    expect(finalText(row.final, { scoreHierarchyCode: 'bfz', listCode: [], digit: 0 })).toBe('59.94');
    for (const digit of [0, 1])
      expect(finalText(5999, { scoreHierarchyCode: 'wjz', listCode: bands, digit })).toBe('不及格(59.99)');
    expect(finalText(5944, { scoreHierarchyCode: 'bfz', listCode: [], digit: 0 })).toBe('59');
    expect(finalText(6999, { scoreHierarchyCode: 'bfz', listCode: [], digit: 0, passMark: 7000 })).toBe('69.99');
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

  it('a remark that counts the exam alone (免听) makes nothing of a sheet without an open exam', () => {
    const closed = { ...number('qm', 60, true), enable: 'false' as const };
    for (const items of [[number('ps', 100)], [number('ps', 100), closed]]) {
      expect(computeRow({ ps: 750, qm: 900 }, '09', { ...rules, items })).toEqual({
        final: null,
        complete: false,
        passed: false,
      });
      expect([needsOpenExam('09', items), needsOpenExam('00', items), needsOpenExam('09', usual)]).toEqual([
        true,
        false,
        false,
      ]);
    }
    expect(weightedTotal({}, [], bands)).toEqual({ total: 0, complete: false });
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

  it('the pass of a student who retakes the course in an ordinary class counts for the cap, nobody else’s does', () => {
    const capped = { ...rules, retakeCap: 6000 };
    const of = (cells: Record<string, number>, retaking?: true) =>
      computeRow(cells, '00', capped, { studentCode: 'S1', ...(retaking ? { retaking } : {}) });
    expect(of({ ps: 900, qm: 800 }, true)).toEqual({ final: 6000, complete: true, passed: true, rawFinal: 8400 });
    expect(of({ ps: 900, qm: 800 })).toEqual({ final: 8400, complete: true, passed: true });
    expect(of({ ps: 500, qm: 550 }, true)).toEqual({ final: 5300, complete: true, passed: false });
    expect(
      computeRow({ ps: 900, qm: 800 }, '00', { ...rules, retakeCap: null }, { studentCode: 'S1', retaking: true })
        .final,
    ).toBe(8400);
    expect(cappedText(of({ ps: 900, qm: 800 }, true), { digit: 0 })).toBe('成绩 84，通过后按 60 计');
    expect(cappedText(of({ ps: 900, qm: 800 }), { digit: 0 })).toBe('');
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
