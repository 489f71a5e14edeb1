import type { ScoreRules } from './score-rules.ts';

type Bands = readonly { readonly from: number; readonly point: number }[];

/** 4.0制: the lowest value of each band and its point, highest first. */
const GPA40: Bands = [
  { from: 9000, point: 400 },
  { from: 8500, point: 370 },
  { from: 8200, point: 330 },
  { from: 7800, point: 300 },
  { from: 7500, point: 270 },
  { from: 7200, point: 230 },
  { from: 6800, point: 200 },
  { from: 6400, point: 150 },
  { from: 6000, point: 100 },
];
/** 5.0制 begins here, with one point, and rises by a point every ten marks. */
const GPA50_FROM = 6000;

/** The table of a grade point system, as a legend shows it; null: it has a formula instead. */
export function bandsOf({ gpaRule, gpaBands }: Pick<ScoreRules, 'gpaRule' | 'gpaBands'>): Bands | null {
  return gpaBands ?? (gpaRule === 'GPA40' ? GPA40 : null);
}

/** The grade point of a value, both in hundredths, by whole-number arithmetic (C5). */
export function gradePoint(value: number, rules: Pick<ScoreRules, 'gpaRule' | 'gpaBands' | 'judgeRounded'>): number {
  const judged = rules.judgeRounded ? roundedDivision(value, 100) * 100 : value;
  const bands = bandsOf(rules);
  if (bands) return bands.toSorted((a, b) => b.from - a.from).find((band) => judged >= band.from)?.point ?? 0;
  return judged < GPA50_FROM ? 0 : roundedDivision(judged - 5000, 10);
}

/** Mean of values by weights, rounded half up to a whole number; null when there is no weight. */
export function weightedMean(entries: readonly { readonly value: number; readonly weight: number }[]): number | null {
  let sum = 0;
  let weights = 0;
  for (const { value, weight } of entries) {
    sum += value * weight;
    weights += weight;
  }
  return weights === 0 ? null : roundedDivision(sum, weights);
}

/** The formula or the table of a grade point system in words. */
export function gpaRuleText(rules: Pick<ScoreRules, 'gpaRule' | 'gpaBands'>): string {
  const bands = bandsOf(rules);
  if (!bands) return '成绩≥60：绩点=（成绩−50）÷10；60分以下绩点为0';
  return (
    `${bands.map(({ from, point }) => `${String(from / 100)}分及以上 ${(point / 100).toFixed(2)}`).join('，')}，` +
    '其下为0'
  );
}

/** Whole-number quotient of what is not negative, rounded half up. */
export function roundedDivision(dividend: number, divisor: number): number {
  return Math.floor((2 * dividend + divisor) / (2 * divisor));
}
