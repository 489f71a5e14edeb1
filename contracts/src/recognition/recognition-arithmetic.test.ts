import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { creditLimit, scoreOf, weightedMean } from './recognition-arithmetic.ts';

const bands = [
  { scoreValueName: '优秀', scorePercentileValue: 9500 },
  { scoreValueName: '良好', scorePercentileValue: 8500 },
];
const scores = fc.array(
  fc.record({ credit: fc.integer({ min: 5, max: 100 }), value: fc.integer({ min: 0, max: 10_000 }) }),
  { minLength: 1, maxLength: 20 },
);

describe('converting scores', () => {
  it('several outside scores to one course is the mean weighted by credits, rounded half up to one decimal', () => {
    expect(
      weightedMean([
        { credit: 30, value: 9000 },
        { credit: 10, value: 7000 },
      ]),
    ).toBe(8500);
    expect(
      weightedMean([
        { credit: 30, value: 8500 },
        { credit: 20, value: 8800 },
      ]),
    ).toBe(8620);
    expect(weightedMean([{ credit: 10, value: 8005 }])).toBe(8010);
    expect(weightedMean([{ credit: 10, value: 8004 }])).toBe(8000);
    expect(weightedMean([])).toBeNull();
    expect(weightedMean([{ credit: 0, value: 9000 }])).toBeNull();
  });

  it('the mean lies between lowest and highest score to half a tenth, whatever their order or count of credits', () => {
    fc.assert(
      fc.property(scores, fc.integer({ min: 1, max: 9 }), (all, factor) => {
        const mean = weightedMean(all)!;
        const values = all.map(({ value }) => value);
        expect(Number.isInteger(mean) && mean % 10 === 0).toBe(true);
        expect(mean).toBeGreaterThanOrEqual(Math.min(...values) - 5);
        expect(mean).toBeLessThanOrEqual(Math.max(...values) + 5);
        expect(weightedMean(all.toReversed())).toBe(mean);
        expect(weightedMean(all.map(({ credit, value }) => ({ credit: credit * factor, value })))).toBe(mean);
        const exact =
          all.reduce((sum, { credit, value }) => sum + credit * value, 0) /
          all.reduce((sum, { credit }) => sum + credit, 0);
        expect(Math.abs(mean - exact)).toBeLessThanOrEqual(5.000001);
      }),
    );
  });

  it('a score is a number from 0 to 100 or the name of a grade; anything else is converted by hand', () => {
    expect(['91', '８８.5', '优秀', ' 良好 ', '512', 'B+', '-1', ''].map((text) => scoreOf(text, bands))).toEqual([
      9100,
      8850,
      9500,
      8500,
      null,
      null,
      null,
      null,
    ]);
  });

  it('the limit is a whole per cent of the plan, rounded down', () => {
    expect([creditLimit(1655, 50), creditLimit(90, 100), creditLimit(90, 0)]).toEqual([827, 90, 0]);
  });
});
