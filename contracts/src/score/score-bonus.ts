import { formatDecimal } from '../kernel/number-text.ts';
import type { Attempt } from './attempts.events.ts';
import { PERCENTAGE_HIERARCHY, scoreRemark } from './score.vocabulary.ts';

/** Most that awards may add to one score (SCORE-MORE-36), and the highest score there is; hundredths. */
export const MOST_BONUS = 1_000;
const HIGHEST = 10_000;

/** Whether a score can have a bonus: a passed one in points, computed from what was typed. */
export function takesBonus({
  final,
  passed,
  scoreHierarchyCode = PERCENTAGE_HIERARCHY,
  scoreRemarkCode,
}: Pick<Attempt, 'final' | 'passed' | 'scoreHierarchyCode' | 'scoreRemarkCode'>): boolean {
  const computed = scoreRemarkCode === scoreRemark.normal || scoreRemarkCode === scoreRemark.selfStudy;
  return final !== null && passed && computed && scoreHierarchyCode === PERCENTAGE_HIERARCHY;
}

/** A score with `points` (hundredths) more, never above 100, shown with as many decimals as before. */
export function withBonus(
  { final, finalName }: { readonly final: number; readonly finalName: string },
  points: number,
): { final: number; finalName: string } {
  const raised = Math.min(HIGHEST, final + points);
  return { final: raised, finalName: formatDecimal(raised, 2, finalName.split('.')[1]?.length ?? 0) };
}
