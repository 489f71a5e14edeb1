import { formatDecimal, parseDecimal } from '../../kernel/number-text.ts';
import { valueOfRemark } from '../score-remark.rules.ts';
import { PERCENTAGE_HIERARCHY, type ScoreRemarkCode } from '../score.vocabulary.ts';

/** A grade of a grade system: its name, and what it counts as, in hundredths. */
export interface NamedGrade {
  readonly scoreHierarchyCode: string;
  readonly name: string;
  readonly value: number;
}

/** An old score as an attempt has it. `final` in hundredths. */
export interface HistoricalValue {
  readonly final: number;
  readonly finalName: string;
  readonly scoreHierarchyCode: string;
}

const MOST = 10_000;

/**
 * What an old score says (SCORE-MORE-34): a number up to 100, the name of a grade (of the course's own system, or else
 * of any), or what its remark fixes. Null: it says nothing.
 */
export function historicalValue(
  text: string | null,
  remark: ScoreRemarkCode,
  courseHierarchy: string,
  grades: readonly NamedGrade[],
): HistoricalValue | null {
  const fixed = valueOfRemark(remark);
  if (fixed !== null) return numbered(fixed);
  if (text === null) return null;
  const number = parseDecimal(text, 2);
  if (number !== null) return number >= 0 && number <= MOST ? numbered(number) : null;
  const named = grades.filter(({ name }) => name === text);
  const grade = named.find(({ scoreHierarchyCode }) => scoreHierarchyCode === courseHierarchy) ?? named[0];
  if (!grade) return null;
  return { final: grade.value, finalName: grade.name, scoreHierarchyCode: grade.scoreHierarchyCode };
}

const numbered = (final: number): HistoricalValue => ({
  final,
  finalName: formatDecimal(final, 2, 2),
  scoreHierarchyCode: PERCENTAGE_HIERARCHY,
});
