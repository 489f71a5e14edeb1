import { z } from 'zod';
import { scoreCoefficientInUse } from './score-coefficient.ts';

/** Which of a student's attempts at a course counts (有效成绩). */
export const effectiveRuleNames = { ZGF: '最高分有效', ZHC: '最近一次有效', SCJ: '首次及格有效' } as const;
export type EffectiveRule = keyof typeof effectiveRuleNames;

/** Grade point systems; both ship (domain-model-score §4). */
export const gpaRuleNames = { GPA40: '4.0制', GPA50: '5.0制' } as const;
export type GpaRule = keyof typeof gpaRuleNames;

/** One band of a grade point table: from this value (hundredths) on, so many points (hundredths). */
export const gpaBand = z.object({ from: z.number().int().min(0).max(10000), point: z.number().int().min(0).max(1000) });

/**
 * What a version of the score rules says (SCORE-MORE-35). Marks and points are hundredths. A published version never
 * changes.
 */
export const scoreRules = z.object({
  ruleVersion: z.string(),
  ruleName: z.string(),
  passMark: z.number().int(),
  effectiveRule: z.enum(['ZGF', 'ZHC', 'SCJ']),
  gpaRule: z.enum(['GPA40', 'GPA50']),
  /** Another table than the rule's own; null: its own. */
  gpaBands: z.array(gpaBand).nullable(),
  /** Point of a make-up exam that was passed; null: by its value. */
  makeupPoint: z.number().int().nullable(),
  /** Failed courses are in the denominator with no point. */
  countFailed: z.boolean(),
  /** A value is rounded half up to whole marks before its point is read. */
  judgeRounded: z.boolean(),
  /** Course attributes (@XTGL_KCSXDMJ) whose courses are in GPA and weighted average. */
  gpaAttributes: z.array(z.string()),
  /** Course natures (@XTGL_KCXZDMJ) that are not, whatever their attribute. */
  gpaWithoutNatures: z.array(z.string()),
  /** How much scores weigh in the average, whatever the version (SCORE-MORE-19). */
  coefficients: z.array(scoreCoefficientInUse),
});
export type ScoreRules = z.output<typeof scoreRules>;

/** Whom a version is for: grades and student types (@XTGL_XSLB); empty lists mean all. */
export type RuleScope = { readonly grades: readonly string[]; readonly studentTypes: readonly string[] };
/** A published version. */
export type PublishedRules = RuleScope & { readonly scoreRulesId: string; readonly rules: ScoreRules };
export type RuledStudent = { readonly gradeCode: string; readonly studentType: string };

/**
 * The version in force for a student: one made for his grade before one for all, then one for his type before one for
 * all.
 */
export function rulesFor<R extends RuleScope & { readonly rules: Pick<ScoreRules, 'ruleVersion'> }>(
  published: readonly R[],
  { gradeCode, studentType }: RuledStudent,
): R | null {
  const reaches = (list: readonly string[], code: string) => list.length === 0 || list.includes(code);
  const rank = ({ grades, studentTypes }: RuleScope) => (grades.length > 0 ? 2 : 0) + (studentTypes.length > 0 ? 1 : 0);
  const fitting = published.filter(
    ({ grades, studentTypes }) => reaches(grades, gradeCode) && reaches(studentTypes, studentType),
  );
  return (
    fitting.toSorted(
      (one, other) => rank(other) - rank(one) || (one.rules.ruleVersion < other.rules.ruleVersion ? 1 : -1),
    )[0] ?? null
  );
}

/**
 * What publishing a version does to a published one, so that exactly one is in force for each grade and student type:
 * one that is made for the same students, or fewer, is `replaced`; one that shares only some is in the way (`partly`).
 * One for all students and one for some grades stand beside each other.
 */
export function rulesMeeting(draft: RuleScope, published: RuleScope): 'replaced' | 'partly' | 'apart' {
  const pairs = [
    [draft.grades, published.grades],
    [draft.studentTypes, published.studentTypes],
  ] as const;
  if (pairs.some(([mine, other]) => (mine.length === 0) !== (other.length === 0))) return 'apart';
  if (pairs.some(([mine, other]) => mine.length > 0 && !other.some((code) => mine.includes(code)))) return 'apart';
  return pairs.every(([mine, other]) => other.every((code) => mine.includes(code))) ? 'replaced' : 'partly';
}
