import { z } from 'zod';
import { formatDecimal } from '../kernel/number-text.ts';

/** What a coefficient is of: a course, the most specific first, or how its score was reached. */
export const coefficientKinds = ['course', 'courseNature', 'courseAttribute', 'examNature'] as const;

/** A coefficient in use (SCORE-MORE-19), in hundredths: 120 counts 1.20 times. */
export const scoreCoefficientInUse = z.object({
  kind: z.enum(coefficientKinds),
  objectCode: z.string(),
  objectName: z.string(),
  coefficient: z.number().int(),
  /** It holds for scores of this semester and later ones; null: for all. */
  beginSemesterId: z.string().nullable(),
});
export type ScoreCoefficientInUse = z.output<typeof scoreCoefficientInUse>;

/** What coefficients may ask of a score: codes by kind, and its semester. */
type Weighed = Readonly<Record<(typeof coefficientKinds)[number], string>> & { readonly semesterId: string };

/** Counts once: no coefficient. */
const WHOLE = 100;

/**
 * The coefficients of a score in hundredths. `credit` weighs its course by the most specific row: course before nature
 * before attribute. `point` lowers or raises its grade point by the exam nature. Of several rows of one object the
 * latest that has begun holds.
 */
export function coefficientsOf(
  coefficients: readonly ScoreCoefficientInUse[],
  score: Weighed,
): { readonly credit: number; readonly point: number } {
  const found = (kind: keyof Weighed & ScoreCoefficientInUse['kind']): number | undefined =>
    coefficients
      .filter(
        (each) =>
          each.kind === kind && each.objectCode === score[kind] && (each.beginSemesterId ?? '') <= score.semesterId,
      )
      .toSorted((one, other) => (other.beginSemesterId ?? '').localeCompare(one.beginSemesterId ?? ''))[0]?.coefficient;
  return {
    credit: found('course') ?? found('courseNature') ?? found('courseAttribute') ?? WHOLE,
    point: found('examNature') ?? WHOLE,
  };
}

const factor = (coefficient: number): string => formatDecimal(coefficient, 2, 2);

/** How a score counts, in words; empty where nothing but its credit does. */
export function coefficientWords({ credit, point }: ReturnType<typeof coefficientsOf>): string {
  const parts = [
    credit === WHOLE ? '' : `学分系数 ${factor(credit)}`,
    point === WHOLE ? '' : `绩点系数 ${factor(point)}`,
  ];
  return parts.filter((part) => part !== '').join('，');
}

/** Every coefficient in use, in words; empty without any. */
export function coefficientLegend(coefficients: readonly ScoreCoefficientInUse[]): string {
  if (coefficients.length === 0) return '';
  const rows = coefficients.map(
    ({ kind, objectName, coefficient, beginSemesterId }) =>
      `${objectName} ${factor(coefficient)}（${kind === 'examNature' ? '绩点' : '学分'}` +
      `${beginSemesterId === null ? '' : `，${beginSemesterId} 起`}）`,
  );
  return `学分和绩点先各乘系数：${rows.join('，')}；其余为 1.00`;
}
