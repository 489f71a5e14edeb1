import type { Attempt } from '../../score/attempts.events.ts';
import { isRequired } from '../schema/schema-sums.ts';
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
  /** Its class within the module; empty: the plan names none. */
  readonly className: string;
  readonly credit: number;
  readonly term: number;
  readonly semesterId: string;
  /** Whether everybody takes it; of the others a module asks for so many credits. */
  readonly isRequired: boolean;
}

/**
 * What progress looks at of an attempt; those of the student, in the order in which they were recorded. `courseNature`
 * and `courseAttribute` are those of the course library.
 */
export type ProgressAttempt = ChoosableOfMany &
  Pick<Attempt, 'courseName' | 'courseCredit' | 'finalName' | 'source'> & {
    readonly courseNature?: string | null;
    readonly courseAttribute?: string | null;
  };

/** A class of a version whose courses are no major's, so that no plan names them one by one: it takes any such. */
export interface OpenClass {
  readonly module: string;
  readonly className: string;
  readonly courseNature: string;
  /** Null: of any attribute. */
  readonly courseAttribute: string | null;
}
/** Natures of courses that are chosen from the whole school: 通识教育课, 公共选修课, 创新创业课. */
export const openNatures: readonly string[] = ['02', '08', '09'];

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

/**
 * By what a course was credited: by itself as the plan has it, by another that replaces it or is equivalent, by a
 * recognition, by the class that takes any course of its nature, beyond what its module asks for, or outside the plan.
 */
type ProgressBasis = 'plan' | 'replaced' | 'recognised' | 'open' | 'surplus' | 'beyond';
export const basisNames = {
  plan: '计划课程',
  replaced: '替代或等效',
  recognised: '成绩认定',
  open: '按分类计入',
  surplus: '超出模块要求',
  beyond: '计划外',
} as const satisfies Record<ProgressBasis, string>;

/** A course with where the student stands, and why. */
export interface ProgressLine extends PlannedCourse {
  readonly state: ProgressState;
  /** Credit that it has brought, in tenths. */
  readonly earned: number;
  /** Null: it has brought nothing yet. */
  readonly basis: ProgressBasis | null;
  readonly reason: string;
  /** Whether it would fill what its module misses. */
  readonly fills: boolean;
}
/** A line before its module is added up. */
type Judged = Omit<ProgressLine, 'fills'>;

/** A module with what it asks for and what there is of it, in tenths. */
export interface ProgressModule {
  readonly module: string;
  readonly required: number;
  readonly earned: number;
  readonly taking: number;
  readonly missing: number;
  /** Its classes that take courses which the plan does not name: any of them fills what is missing. */
  readonly openClasses: readonly string[];
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
  /** Classes that take courses which no plan names. */
  readonly open?: readonly OpenClass[];
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
  open = [],
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
  const outside = counting
    .filter((attempt) => attempt.passed && !used.has(attempt))
    .map((attempt) => outsidePlan(attempt, open));
  const beyond = outside.filter(({ basis }) => basis === 'beyond');
  lines.push(...outside.filter(({ basis }) => basis !== 'beyond'));
  const linesOf = Map.groupBy(lines, ({ module }) => module);
  // What a module asks for is missing too where the plan has no course of it yet.
  const named = new Set([...[...asked].flatMap(([module, credit]) => (credit > 0 ? module : [])), ...linesOf.keys()]);
  const modules = [
    ...[...named].map((module) => ({
      ...moduleOf(module, linesOf.get(module) ?? [], asked.get(module)),
      openClasses: open.flatMap((one) => (one.module === module ? one.className : [])),
    })),
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

  function lineOf(course: PlannedCourse): Judged {
    const attempt = byGroup.get(groupOf(course.courseId)) ?? choices.get(course.courseId)?.replacedBy ?? null;
    const as = (state: ProgressState, reason: string): Judged => ({ ...course, state, earned: 0, basis: null, reason });
    const earned = (basis: ProgressBasis, reason: string): Judged => ({
      ...as('earned', reason),
      earned: course.credit,
      basis,
    });
    const together = (instead.get(groupOf(course.courseId)) ?? []).flatMap((group) => byGroup.get(group) ?? []);
    if (together.length > 0 && together.every((each) => !used.has(each) || standing.has(each))) {
      for (const each of together) {
        used.add(each);
        standing.add(each);
      }
      return earned('replaced', `由替代课程${together.map(nameWithScore).join('、')}取得`);
    }
    if (attempt?.passed && !used.has(attempt)) {
      used.add(attempt);
      return earned(...earnedBy(course, attempt));
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

function earnedBy({ courseId }: PlannedCourse, attempt: ProgressAttempt): [basis: ProgressBasis, reason: string] {
  const score = `${attempt.finalName}（${attempt.semesterId}）`;
  const recognised = attempt.source === attemptSource.recognised || attempt.replaces?.includes(courseId) === true;
  if (attempt.courseId !== courseId)
    return recognised
      ? ['recognised', `由认定的课程“${attempt.courseName}”${score}取得`]
      : ['replaced', `由替代或等效的课程“${attempt.courseName}”${score}取得`];
  return recognised ? ['recognised', `成绩认定 ${score}`] : ['plan', score];
}

/** The class that takes a course which no plan names, by its nature: none takes what somebody has to take. */
export function openClassOf(
  { courseNature, courseAttribute = null }: Pick<ProgressAttempt, 'courseNature' | 'courseAttribute'>,
  open: readonly OpenClass[],
): OpenClass | undefined {
  if (isRequired({ courseAttribute: courseAttribute ?? '' })) return undefined;
  const taking = open.filter(
    (one) =>
      one.courseNature === courseNature && (one.courseAttribute === null || one.courseAttribute === courseAttribute),
  );
  // A class of that very attribute before one of any.
  return taking.find((one) => one.courseAttribute !== null) ?? taking[0];
}

/** What was earned beside the plan: in the class that takes any course of its nature, else for nothing. */
function outsidePlan(attempt: ProgressAttempt, open: readonly OpenClass[]): Judged {
  const place = openClassOf(attempt, open);
  const score = `${attempt.finalName}（${attempt.semesterId}）`;
  return {
    courseId: attempt.courseId,
    courseCode: '',
    courseName: attempt.courseName,
    module: place?.module ?? BEYOND_PLAN,
    className: place?.className ?? '',
    credit: attempt.courseCredit,
    term: 0,
    semesterId: attempt.semesterId,
    isRequired: false,
    state: place ? 'earned' : 'beyond',
    earned: attempt.courseCredit,
    basis: place ? 'open' : 'beyond',
    reason: place ? `${score}，按课程性质计入“${place.className}”` : `${score}，不在执行计划中`,
  };
}

/** What a module misses: its required courses, and as much of the others as it asks for besides. */
function moduleOf(module: string, lines: readonly Judged[], asked: number | undefined): ProgressModule {
  const sum = (some: readonly Judged[], of: (line: Judged) => number): number =>
    some.reduce((all, line) => all + of(line), 0);
  const must = lines.filter((line) => line.isRequired);
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
  const missing = Math.max(missingMust, required - earned - taking, 0);
  const fills = ({ state, isRequired: must }: Judged): boolean =>
    (state === 'failed' || state === 'owed' || state === 'ahead') && (must || missing > missingMust);
  return {
    module,
    required,
    earned,
    taking,
    missing,
    openClasses: [],
    lines: withSurplus(lines, asked === undefined || module === BEYOND_PLAN ? null : asked).map((line) => ({
      ...line,
      fills: fills(line),
    })),
  };
}

/**
 * Of what was earned by choice, the earliest fills what a module asks for besides its required courses; the rest says
 * that it is more than that. `asked` null: nobody says how much is enough.
 */
function withSurplus(lines: readonly Judged[], asked: number | null): readonly Judged[] {
  if (asked === null) return lines;
  let left = asked - lines.reduce((sum, { isRequired: must, credit }) => sum + (must ? credit : 0), 0);
  const surplus = new Set<Judged>();
  for (const line of lines
    .filter(({ state, isRequired: must }) => state === 'earned' && !must)
    .toSorted((a, b) => (a.semesterId < b.semesterId ? -1 : a.semesterId > b.semesterId ? 1 : 0))) {
    if (left <= 0) surplus.add(line);
    left -= line.earned;
  }
  return lines.map((line) =>
    surplus.has(line) ? { ...line, basis: 'surplus', reason: `${line.reason}；所在模块的要求已满足` } : line,
  );
}
