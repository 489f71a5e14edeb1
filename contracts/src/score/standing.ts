import { chooseEffective, isMakeup, type CourseChoice } from './effective-attempt.ts';
import { scoreRemarks, type ScoreRemarkCode, attemptSource, examNature, scoreRemark } from './score.vocabulary.ts';
import { eachForItself, type Equivalence } from './equivalent-courses.ts';
import type { Attempt } from './attempts.events.ts';
import { gradePoint, roundedDivision, weightedMean } from './grade-point.ts';
import { coefficientsOf, coefficientWords } from './score-coefficient.ts';
import { formatDecimal } from '../kernel/number-text.ts';
import { effectiveRuleNames, type ScoreRules } from './score-rules.ts';

/** What the standing needs of an attempt. Credits are tenths, values hundredths. */
export type StandingAttempt = Pick<
  Attempt,
  | 'attemptId'
  | 'courseId'
  | 'courseName'
  | 'courseCredit'
  | 'semesterId'
  | 'scoreType'
  | 'examNature'
  | 'final'
  | 'finalName'
  | 'passed'
  | 'scoreRemarkCode'
  | 'source'
  | 'scoreHierarchyCode'
  | 'rawFinal'
> & { readonly replaces?: readonly string[] };
/** Attribute and nature of a course: whether it is in the grade point average. */
export type CourseKind = { readonly courseAttribute: string; readonly courseNature: string };

/**
 * One attempt with why it counts or does not. `point` is hundredths, of the one that counts and is in the average; null
 * otherwise. `weight` is its share in the average: its credit by its coefficient (SCORE-MORE-19), in thousandths.
 */
export type JudgedAttempt = {
  readonly attemptId: string;
  readonly counts: boolean;
  readonly why: string;
  readonly point: number | null;
  readonly weight: number;
};
/** What the attempts of a student add up to. Credits are tenths, points and values hundredths. */
export type Standing = {
  readonly judged: ReadonlyMap<string, JudgedAttempt>;
  readonly earnedCredit: number;
  readonly failedCredit: number;
  readonly gpaCredit: number;
  readonly passedNum: number;
  readonly failedNum: number;
  readonly gpa: number | null;
  readonly weightedAverage: number | null;
};

/** Results of pass or fail: credit, but no point. */
const PASS_FAIL_HIERARCHY = 'ejz';
/** Remarks by which a course was not sat: 免修, 免考. */
const EXCUSED_REMARKS: ReadonlySet<string> = new Set([scoreRemark.exempted, scoreRemark.excused]);

/**
 * Which attempt counts for each course and why, and what they add up to, by one version of the score rules
 * (SCORE-MORE-35). The attempts come in the order in which they were recorded.
 */
export function standingOf(
  attempts: readonly StandingAttempt[],
  kindOf: (courseId: string) => CourseKind,
  rules: ScoreRules,
  groupOf: Equivalence = eachForItself,
): Standing {
  const judged = new Map<string, JudgedAttempt>();
  const counted: { attempt: StandingAttempt; average: InAverage | null }[] = [];
  for (const [courseId, choice] of chooseEffective(attempts, rules.effectiveRule, groupOf)) {
    const { effective } = choice;
    const average = effective ? inAverage(effective, kindOf(courseId), rules) : null;
    for (const attempt of choice.attempts) {
      const counts = attempt === effective;
      judged.set(attempt.attemptId, {
        attemptId: attempt.attemptId,
        counts,
        why: counts
          ? [whyItCounts(attempt, choice.attempts, rules), average?.words ?? ''].filter(Boolean).join('，')
          : whyItDoesNot(attempt, choice, rules),
        point: counts ? (average?.point ?? null) : null,
        weight: counts ? (average?.weight ?? 0) : 0,
      });
    }
    if (effective) counted.push({ attempt: effective, average });
  }
  const averaged = counted.flatMap(({ attempt, average }) => (average === null ? [] : [{ attempt, ...average }]));
  const [passed, failed] = [
    counted.filter(({ attempt }) => attempt.passed),
    counted.filter(({ attempt }) => !attempt.passed),
  ];
  return {
    judged,
    earnedCredit: creditsOf(passed),
    failedCredit: creditsOf(failed),
    gpaCredit: creditsOf(averaged),
    passedNum: passed.length,
    failedNum: failed.length,
    gpa: weightedMean(averaged.map(({ point: value, weight }) => ({ value, weight }))),
    weightedAverage: weightedMean(averaged.map(({ attempt, weight }) => ({ value: attempt.final ?? 0, weight }))),
  };
}

function creditsOf(entries: readonly { readonly attempt: StandingAttempt }[]): number {
  return entries.reduce((sum, { attempt }) => sum + attempt.courseCredit, 0);
}

/** Point in hundredths, weight in thousandths of a credit, and the coefficients in words. */
type InAverage = { readonly point: number; readonly weight: number; readonly words: string };

/** How an attempt counts in the average; null: not at all. */
function inAverage(
  attempt: StandingAttempt,
  { courseAttribute, courseNature }: CourseKind,
  rules: ScoreRules,
): InAverage | null {
  if (!rules.gpaAttributes.includes(courseAttribute) || rules.gpaWithoutNatures.includes(courseNature)) return null;
  if (attempt.scoreHierarchyCode === PASS_FAIL_HIERARCHY || EXCUSED_REMARKS.has(attempt.scoreRemarkCode)) return null;
  if (!attempt.passed && !rules.countFailed) return null;
  const { courseId: course, examNature: nature, semesterId } = attempt;
  const factors = coefficientsOf(rules.coefficients, {
    course,
    courseNature,
    courseAttribute,
    examNature: nature,
    semesterId,
  });
  return {
    point: roundedDivision(pointOf(attempt, rules) * factors.point, 100),
    weight: attempt.courseCredit * factors.credit,
    words: coefficientWords(factors),
  };
}

function pointOf(attempt: StandingAttempt, rules: ScoreRules): number {
  if (!attempt.passed || attempt.final === null) return 0;
  return isMakeup(attempt) && rules.makeupPoint !== null ? rules.makeupPoint : gradePoint(attempt.final, rules);
}

/** Where an attempt comes from: what a reader must know to understand its value. */
function originOf(attempt: StandingAttempt): string | null {
  if (attempt.source === attemptSource.recognised) return '成绩认定';
  if (attempt.source === attemptSource.converted) return '课程升版';
  if (attempt.source === attemptSource.imported) return '历史成绩';
  if (EXCUSED_REMARKS.has(attempt.scoreRemarkCode)) return remarkName(attempt);
  const capped = typeof attempt.rawFinal === 'number' && attempt.final !== null && attempt.rawFinal > attempt.final;
  const cap = capped ? `按 ${marks(attempt.final)} 分计（卷面 ${marks(attempt.rawFinal)}）` : '';
  if (isMakeup(attempt)) return attempt.passed ? `补考及格${cap}` : '补考';
  switch (attempt.examNature) {
    case examNature.deferred:
      return '缓考按首次考试计';
    case examNature.retake:
      return `重修${cap}`;
    case examNature.supplementary:
      return '补修';
    default:
      return null;
  }
}

function whyItCounts(attempt: StandingAttempt, ofCourse: readonly StandingAttempt[], rules: ScoreRules): string {
  const origin = originOf(attempt);
  const valued = ofCourse.filter((each) => each.final !== null);
  const rule = valued.length > 1 ? chosenBy(attempt, valued, rules) : null;
  return [origin, rule].filter((part) => part !== null).join('，') || '首次考试成绩';
}

function chosenBy(attempt: StandingAttempt, valued: readonly StandingAttempt[], rules: ScoreRules): string {
  if (
    rules.effectiveRule === 'ZGF' &&
    attempt.passed &&
    valued.some((each) => !each.passed && (each.final ?? 0) >= (attempt.final ?? 0))
  )
    return '及格优先于不及格';
  if (rules.effectiveRule === 'SCJ' && !attempt.passed) return '尚未及格，取最高分';
  if (rules.effectiveRule === 'ZHC' && attempt !== valued.at(-1)) return '其后的补考未提高成绩';
  return effectiveRuleNames[rules.effectiveRule];
}

function whyItDoesNot(
  attempt: StandingAttempt,
  { effective, replacedBy }: CourseChoice<StandingAttempt>,
  rules: ScoreRules,
): string {
  if (replacedBy) return `${takenOver(attempt, replacedBy)}，不重复计`;
  if (attempt.final === null)
    return effective === null ? `${remarkName(attempt)}，暂无成绩` : `${remarkName(attempt)}，不计`;
  if (effective === null) return '不计';
  if (rules.effectiveRule === 'ZHC') return isMakeup(attempt) ? '补考未提高成绩' : '已有更近的成绩';
  if (effective.passed && !attempt.passed) return '未及格，已有及格成绩';
  if (rules.effectiveRule === 'SCJ' && effective.passed) return '及格之后的成绩不计';
  return attempt.final === effective.final ? '分数相同，取较早的' : `低于有效成绩 ${effective.finalName}`;
}

/** How another course came to count instead: it was made from this one, or is equivalent. */
function takenOver({ courseId }: StandingAttempt, { replaces, source, courseName }: StandingAttempt): string {
  if (!replaces?.includes(courseId)) return `与本课程等效的“${courseName}”为有效成绩`;
  return source === attemptSource.converted ? `本课程已升版为“${courseName}”` : `本课程成绩已认定为“${courseName}”`;
}

function remarkName({ scoreRemarkCode }: StandingAttempt): string {
  return scoreRemarks[scoreRemarkCode as ScoreRemarkCode]?.name ?? '无成绩';
}

/** Hundredths of a mark, without decimals that say nothing. */
function marks(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : formatDecimal(value, 2, 2).replace(/\.?0+$/, '');
}
