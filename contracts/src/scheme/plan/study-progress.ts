import type { Attempt } from '../../score/attempts.events.ts';
import { chooseEffective, type ChoosableOfMany } from '../../score/effective-attempt.ts';
import { eachForItself, takenOver, type Equivalence } from '../../score/equivalent-courses.ts';
import type { EffectiveRule } from '../../score/score-rules.ts';
import { attemptSource } from '../../score/score.vocabulary.ts';

/** A course of a student's plan. Credit in tenths. */
export interface PlannedCourse {
  readonly courseId: string;
  readonly courseCode: string;
  readonly courseName: string;
  readonly module: string;
  readonly credit: number;
  readonly term: number;
  readonly semesterId: string;
  /** Whether everybody takes it; of the others a module asks for so many credits. */
  readonly isRequired: boolean;
}

/** What progress looks at of an attempt; those of the student, in the order in which they were recorded. */
export type ProgressAttempt = ChoosableOfMany & Pick<Attempt, 'courseName' | 'courseCredit' | 'finalName' | 'source'>;

/**
 * Where a student stands with a course: earned, being taken, failed, not taken in its semester, or not due yet.
 * `beyond`: earned, and not in his plan.
 */
export type ProgressState = 'earned' | 'taking' | 'failed' | 'owed' | 'ahead' | 'beyond';
export const progressNames = {
  earned: '已修读',
  taking: '在修',
  failed: '未通过',
  owed: '应修未修',
  ahead: '未到学期',
  beyond: '计划外',
} as const satisfies Record<ProgressState, string>;

/** A course with where the student stands, and why. */
export interface ProgressLine extends PlannedCourse {
  readonly state: ProgressState;
  /** Credit that it has brought, in tenths. */
  readonly earned: number;
  readonly reason: string;
}

/** A module with what it asks for and what there is of it, in tenths. */
export interface ProgressModule {
  readonly module: string;
  readonly required: number;
  readonly earned: number;
  readonly taking: number;
  readonly missing: number;
  readonly lines: readonly ProgressLine[];
}

/** The progress of a student through his plan. */
export interface StudyProgress {
  readonly required: number;
  readonly earned: number;
  readonly taking: number;
  readonly missing: number;
  readonly modules: readonly ProgressModule[];
}

/** What the progress of a student is reckoned from. */
export interface ProgressFacts {
  readonly plan: readonly PlannedCourse[];
  readonly attempts: readonly ProgressAttempt[];
  readonly rule: EffectiveRule;
  /** Courses that are one achievement (课程绑定). */
  readonly groupOf?: Equivalence;
  /** Courses in whose classes he is now, or whose scores are not published yet. */
  readonly taking: ReadonlySet<string>;
  readonly currentSemester: string;
  /** Credits that modules ask for, by name, in their order; without one: those of their required courses. */
  readonly asked: ReadonlyMap<string, number>;
}

/** Under this name stands what was earned outside the plan. */
export const BEYOND_PLAN = '计划外课程';

/**
 * 培养进度: what counts for a student, line by line with its reason; the one place that says so. One achievement fills
 * one line: a recognised or equivalent course fills that of the plan, and is not counted beside it.
 */
export function studyProgress({
  plan,
  attempts,
  rule,
  groupOf = eachForItself,
  taking,
  currentSemester,
  asked,
}: ProgressFacts): StudyProgress {
  const choices = chooseEffective(attempts, rule, groupOf);
  const counting = [...choices.values()].flatMap(({ effective }) => effective ?? []);
  const byGroup = new Map(counting.map((attempt) => [groupOf(attempt.courseId), attempt]));
  const used = new Set<ProgressAttempt>();
  const taken = new Set([...taking].map(groupOf));
  const passed = (group: string): boolean => byGroup.get(group)?.passed === true;
  const instead = takenOver(groupOf, passed);
  const underWay = takenOver(groupOf, (group) => passed(group) || taken.has(group));
  /** What stands for several lines by one rule is not used up by the first. */
  const standing = new Set<ProgressAttempt>();
  const rank = ({ courseId }: PlannedCourse): number =>
    instead.has(groupOf(courseId)) ? 2 : choices.has(courseId) ? 0 : 1;
  const lines = [...plan]
    // A course itself before those that are equivalent to it, and these before those that others stand for together.
    .toSorted((a, b) => rank(a) - rank(b))
    .map((course) => lineOf(course));
  const inPlanOrder = new Map(plan.map(({ courseId }, index) => [courseId, index]));
  lines.sort((a, b) => (inPlanOrder.get(a.courseId) ?? 0) - (inPlanOrder.get(b.courseId) ?? 0));
  const beyond = counting.filter((attempt) => attempt.passed && !used.has(attempt)).map(beyondPlan);
  const linesOf = Map.groupBy(lines, ({ module }) => module);
  // What a module asks for is missing too where the plan has no course of it yet.
  const named = new Set([...[...asked].flatMap(([module, credit]) => (credit > 0 ? module : [])), ...linesOf.keys()]);
  const modules = [
    ...[...named].map((module) => moduleOf(module, linesOf.get(module) ?? [], asked.get(module))),
    ...(beyond.length === 0 ? [] : [moduleOf(BEYOND_PLAN, beyond, 0)]),
  ];
  const sum = (of: (module: ProgressModule) => number): number => modules.reduce((all, each) => all + of(each), 0);
  return {
    required: sum(({ required }) => required),
    earned: sum(({ earned }) => earned),
    taking: sum((module) => module.taking),
    missing: sum(({ missing }) => missing),
    modules,
  };

  function lineOf(course: PlannedCourse): ProgressLine {
    const attempt = byGroup.get(groupOf(course.courseId)) ?? choices.get(course.courseId)?.replacedBy ?? null;
    const as = (state: ProgressState, reason: string, earned = 0): ProgressLine => ({
      ...course,
      state,
      earned,
      reason,
    });
    const together = (instead.get(groupOf(course.courseId)) ?? []).flatMap((group) => byGroup.get(group) ?? []);
    if (together.length > 0 && together.every((each) => !used.has(each) || standing.has(each))) {
      for (const each of together) {
        used.add(each);
        standing.add(each);
      }
      return as('earned', `由替代课程${together.map(nameWithScore).join('、')}取得`, course.credit);
    }
    if (attempt?.passed && !used.has(attempt)) {
      used.add(attempt);
      return as('earned', earnedReason(course, attempt), course.credit);
    }
    if (!instead.has(groupOf(course.courseId)) && underWay.has(groupOf(course.courseId)))
      return as('taking', '正在修读替代课程');
    if (taken.has(groupOf(course.courseId)))
      return as(
        'taking',
        attempt && !attempt.passed
          ? `正在重修，此前 ${attempt.finalName}（${attempt.semesterId}）未通过`
          : '正在修读，或成绩尚未公布',
      );
    if (attempt && !attempt.passed && !used.has(attempt)) {
      used.add(attempt);
      return as('failed', `${attempt.finalName}（${attempt.semesterId}）未通过`);
    }
    return course.semesterId < currentSemester
      ? as('owed', `应在 ${course.semesterId} 修读，没有成绩`)
      : as('ahead', `计划在 ${course.semesterId} 修读`);
  }
}

function nameWithScore({ courseName, finalName, semesterId }: ProgressAttempt): string {
  return `“${courseName}”${finalName}（${semesterId}）`;
}

function earnedReason({ courseId }: PlannedCourse, attempt: ProgressAttempt): string {
  const score = `${attempt.finalName}（${attempt.semesterId}）`;
  if (attempt.courseId !== courseId) return `由等效或认定的课程“${attempt.courseName}”${score}取得`;
  return attempt.source === attemptSource.recognised ? `成绩认定 ${score}` : score;
}

function beyondPlan(attempt: ProgressAttempt): ProgressLine {
  return {
    courseId: attempt.courseId,
    courseCode: '',
    courseName: attempt.courseName,
    module: BEYOND_PLAN,
    credit: attempt.courseCredit,
    term: 0,
    semesterId: attempt.semesterId,
    isRequired: false,
    state: 'beyond',
    earned: attempt.courseCredit,
    reason: `${attempt.finalName}（${attempt.semesterId}），不在执行计划中`,
  };
}

/** What a module misses: its required courses, and as much of the others as it asks for besides. */
function moduleOf(module: string, lines: readonly ProgressLine[], asked: number | undefined): ProgressModule {
  const sum = (some: readonly ProgressLine[], of: (line: ProgressLine) => number): number =>
    some.reduce((all, line) => all + of(line), 0);
  const must = lines.filter(({ isRequired }) => isRequired);
  const required = Math.max(
    asked ?? 0,
    sum(must, ({ credit }) => credit),
  );
  const earned = sum(lines, (line) => line.earned);
  const taking = sum(
    lines.filter(({ state }) => state === 'taking'),
    ({ credit }) => credit,
  );
  const missingMust = sum(
    must.filter(({ state }) => state !== 'earned' && state !== 'taking'),
    ({ credit }) => credit,
  );
  return {
    module,
    required,
    earned,
    taking,
    missing: Math.max(missingMust, required - earned - taking, 0),
    lines,
  };
}
