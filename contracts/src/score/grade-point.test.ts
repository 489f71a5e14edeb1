import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gpaRuleText, gradePoint, weightedMean } from './grade-point.ts';

const gpa40 = { gpaRule: 'GPA40', gpaBands: null, judgeRounded: false } as const;
const gpa50 = { gpaRule: 'GPA50', gpaBands: null, judgeRounded: false } as const;
const value = fc.integer({ min: 0, max: 10_000 });

/** The quotient of exact fractions, rounded half up: what pen and paper would give. */
function exactHalfUp(numerator: bigint, denominator: bigint): number {
  const [whole, rest] = [numerator / denominator, numerator % denominator];
  return Number(2n * rest >= denominator ? whole + 1n : whole);
}

describe('grade points (SCORE-MORE-35)', () => {
  it.each([
    [10000, 400],
    [9000, 400],
    [8999, 370],
    [8500, 370],
    [8499, 330],
    [8200, 330],
    [8199, 300],
    [7800, 300],
    [7799, 270],
    [7500, 270],
    [7499, 230],
    [7200, 230],
    [7199, 200],
    [6800, 200],
    [6799, 150],
    [6400, 150],
    [6399, 100],
    [6000, 100],
    [5999, 0],
    [0, 0],
  ])('4.0制 gives %i hundredths of a mark %i hundredths of a point', (mark, point) => {
    expect(gradePoint(mark, gpa40)).toBe(point);
  });

  it.each([
    [5999, 0],
    [6000, 100],
    [6005, 101],
    [6004, 100],
    [8550, 355],
    [10000, 500],
  ])('5.0制 gives %i hundredths of a mark %i hundredths of a point', (mark, point) => {
    expect(gradePoint(mark, gpa50)).toBe(point);
  });

  it('5.0制 is the exact fraction (value − 50) ÷ 10, rounded half up to hundredths', () => {
    fc.assert(
      fc.property(fc.integer({ min: 6000, max: 10_000 }), (mark) => {
        expect(gradePoint(mark, gpa50)).toBe(exactHalfUp(BigInt(mark) - 5000n, 10n));
      }),
    );
  });

  it('a higher value never has a lower point, in either system, rounded first or not', () => {
    fc.assert(
      fc.property(value, value, fc.constantFrom(gpa40, gpa50), fc.boolean(), (a, b, rules, judgeRounded) => {
        const point = (mark: number) => gradePoint(mark, { ...rules, judgeRounded });
        expect(Math.sign(point(Math.max(a, b)) - point(Math.min(a, b)))).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('judged rounded, 59.50 has the point of 60', () => {
    expect(gradePoint(5950, gpa40)).toBe(0);
    expect(gradePoint(5950, { ...gpa40, judgeRounded: true })).toBe(100);
    expect(gradePoint(5949, { ...gpa40, judgeRounded: true })).toBe(0);
  });

  it("a school's own table goes before the rule's", () => {
    expect(
      gradePoint(7000, {
        ...gpa40,
        gpaBands: [
          { from: 6000, point: 200 },
          { from: 7000, point: 250 },
        ],
      }),
    ).toBe(250);
    expect(gpaRuleText({ ...gpa40, gpaBands: [{ from: 6000, point: 200 }] })).toBe('60分及以上 2.00，其下为0');
  });

  it('the mean is the exact fraction Σ(value × credit) ÷ Σ credit, rounded half up', () => {
    const entries = fc.array(fc.record({ value, weight: fc.integer({ min: 0, max: 200 }) }), { maxLength: 80 });
    fc.assert(
      fc.property(entries, (list) => {
        const sum = list.reduce((all, entry) => all + BigInt(entry.value) * BigInt(entry.weight), 0n);
        const weights = list.reduce((all, entry) => all + BigInt(entry.weight), 0n);
        expect(weightedMean(list)).toBe(weights === 0n ? null : exactHalfUp(sum, weights));
      }),
    );
  });
});
