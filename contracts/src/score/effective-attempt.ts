import type { Attempt } from './attempts.events.ts';
import { eachForItself, takenOver, type Equivalence } from './equivalent-courses.ts';
import type { EffectiveRule } from './score-rules.ts';
import { examNature } from './score.vocabulary.ts';

/** What choosing looks at. */
export type Choosable = Pick<Attempt, 'semesterId' | 'scoreType' | 'final' | 'passed' | 'examNature'>;
/** Attempts of all courses; `replaces`: keys of courses whose achievement it takes over, absent for none. */
export type ChoosableOfMany = Choosable & Pick<Attempt, 'courseId'> & { readonly replaces?: readonly string[] };

/**
 * Which attempt counts for a course; null: none. `replacedBy`: the one at another course that counts instead, as it was
 * recognised or made from this course, or is the best of courses that are equivalent.
 */
export type CourseChoice<A> = {
  /** Oldest first. */
  readonly attempts: readonly A[];
  readonly effective: A | null;
  readonly replacedBy: A | null;
};

/** 补考一, 补考二, 结业后回校补考, of @XTGL_KSXZ. */
const MAKEUP_NATURES: ReadonlySet<string> = new Set([
  examNature.firstMakeup,
  examNature.secondMakeup,
  examNature.afterCompletion,
]);
/** What was recognised has no score type: it comes after the exams of its semester. */
const AFTER_EXAMS = '9';

/**
 * 有效成绩 of each course of a student (SCORE-MORE-35): the one place that says which attempt counts. A course of which
 * a score was recognised as another counts there and not here, and of equivalent courses (SCORE-MORE-46) one alone
 * counts, so that nothing is counted twice; nor does one that others together stand for
 * (SCHEME-36). `attempts` in the order in which they were recorded.
 */
export function chooseEffective<A extends ChoosableOfMany>(
  attempts: readonly A[],
  rule: EffectiveRule,
  groupOf: Equivalence = eachForItself,
): ReadonlyMap<string, CourseChoice<A>> {
  const replacedBy = replacements(attempts);
  const standing = attempts.filter(({ courseId }) => !replacedBy.has(courseId));
  const best = new Map(
    [...Map.groupBy(standing, ({ courseId }) => groupOf(courseId))].map(([group, ofGroup]) => [
      group,
      effectiveAttempt(ofGroup, rule),
    ]),
  );
  const instead = takenOver(groupOf, (group) => best.get(group)?.passed === true);
  const counts = (group: string): A | null => best.get(instead.get(group)?.[0] ?? group) ?? null;
  return new Map(
    [...Map.groupBy(attempts, ({ courseId }) => courseId)].map(([courseId, ofCourse]) => {
      const counting = replacedBy.get(courseId) ?? counts(groupOf(courseId));
      const isOwn = counting?.courseId === courseId && !replacedBy.has(courseId);
      return [
        courseId,
        {
          attempts: inChronology(ofCourse),
          effective: isOwn ? counting : null,
          replacedBy: isOwn ? null : counting,
        },
      ];
    }),
  );
}

/**
 * By course, the attempt that took its achievement over. One that would lead back to the course that it is at takes
 * nothing over: something has to count.
 */
function replacements<A extends ChoosableOfMany>(attempts: readonly A[]): ReadonlyMap<string, A> {
  const replacedBy = new Map<string, A>();
  const leadsTo = (from: string, courseId: string): boolean => {
    const next = replacedBy.get(from);
    return from === courseId || (next !== undefined && leadsTo(next.courseId, courseId));
  };
  for (const attempt of attempts)
    for (const courseId of attempt.replaces ?? [])
      if (!leadsTo(attempt.courseId, courseId)) replacedBy.set(courseId, attempt);
  return replacedBy;
}

/**
 * The attempt at one course that counts by a rule; null when none does. ZGF: a passed attempt before a failed one, then
 * the highest value, then the oldest. ZHC: the last one, unless it is a make-up exam that would lower what stands. SCJ:
 * the first that was passed, and while there is none the highest. Attempts without a value (缓考, 待定, …) do not count
 * yet. First and last are those of the exams, not of their recording.
 */
export function effectiveAttempt<A extends Choosable>(attempts: readonly A[], rule: EffectiveRule): A | null {
  return inChronology(attempts).reduce<A | null>((best, attempt) => {
    if (attempt.final === null) return best;
    if (best === null) return attempt;
    switch (rule) {
      case 'ZGF':
        return isBetter(attempt, best) ? attempt : best;
      case 'ZHC':
        return isMakeup(attempt) && isBetter(best, attempt) ? best : attempt;
      case 'SCJ':
        return !best.passed && isBetter(attempt, best) ? attempt : best;
      default:
        return rule satisfies never;
    }
  }, null);
}

/** Oldest first: by semester, by score type within it, and as they were recorded where both are the same. */
export function inChronology<A extends Choosable>(attempts: readonly A[]): readonly A[] {
  const place = ({ semesterId, scoreType }: A): string => `${semesterId} ${scoreType ?? AFTER_EXAMS}`;
  return attempts.toSorted((one, other) => {
    const [left, right] = [place(one), place(other)];
    return left === right ? 0 : left < right ? -1 : 1;
  });
}

/** Whether an attempt is a make-up exam: never a deferred one, which is a first exam. */
export function isMakeup({ examNature }: Pick<Attempt, 'examNature'>): boolean {
  return MAKEUP_NATURES.has(examNature);
}

/** By ZGF, for two attempts with a value. */
function isBetter(one: Choosable, other: Choosable): boolean {
  return one.passed === other.passed ? (one.final ?? 0) > (other.final ?? 0) : one.passed;
}
