import fc from 'fast-check';
import type { ScoreBand, ScoreItem } from './score-sheet.events.ts';

/** Items, bands and exact fractions for the tests of cells and totals. */

/** An exact fraction; the oracle that the whole-number arithmetic is held against. */
export type Rational = { readonly n: bigint; readonly d: bigint };
export const rational = (text: string): Rational => {
  const [whole = '0', fraction = ''] = text.split('.');
  return { n: BigInt(whole + fraction), d: 10n ** BigInt(fraction.length) };
};
export const plus = (a: Rational, b: Rational): Rational => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d });
export const times = (a: Rational, b: Rational): Rational => ({ n: a.n * b.n, d: a.d * b.d });
/** Multiples of 10^-places, floored or rounded half up; for values that are not negative. */
export const floored = ({ n, d }: Rational, places: number): bigint => (n * 10n ** BigInt(places)) / d;
export const rounded = ({ n, d }: Rational, places: number): bigint => (2n * n * 10n ** BigInt(places) + d) / (2n * d);

export const number = (dataKey: string, scoreSubItemProportion: number, isExamItem = false): ScoreItem => ({
  dataKey,
  scoreSubItemName: dataKey,
  scoreSubItemProportion,
  type: 'number',
  enable: 'true',
  scoreHierarchyCode: 'bfz',
  isExamItem,
});
export const select = (dataKey: string, scoreSubItemProportion: number, scoreHierarchyCode: string): ScoreItem => ({
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
export const bands = [
  band('wjz', '1', '优秀', 9000, 10000, 9500),
  band('wjz', '2', '良好', 8000, 8999, 8500),
  band('wjz', '3', '中等', 7000, 7999, 7500),
  band('wjz', '4', '及格', 6000, 6999, 6500),
  band('wjz', '5', '不及格', 0, 5999, 0),
  band('ejz', '1', '合格', 6000, 10000, 8000),
  band('ejz', '2', '不合格', 0, 5999, 0),
];
/** Decimal text from 0 to 100 with up to four places. */
export const decimal = fc
  .tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 0, max: 4 }))
  .map(([whole, fraction, places]) =>
    places === 0 ? String(whole) : `${whole}.${String(fraction).padStart(4, '0').slice(0, places)}`,
  );
