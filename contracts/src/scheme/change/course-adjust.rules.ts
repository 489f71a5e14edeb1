import { hoursText } from '../../base-info/course.rules.ts';
import { differingPlanFields, type PlanContent, type PlanField } from '../plan/plan-difference.ts';
import { planStatus } from '../plan/execution-plan.vocabulary.ts';
import type { planErrors } from '../plan/plan-error.vocabulary.ts';
import { semesterOfTerm } from '../plan/term.rules.ts';
import type { planChangeErrors } from './change-error.vocabulary.ts';
import type { RowChange } from './course-adjust.events.ts';
import { courseAdjustType, type CourseAdjustType } from './course-adjust.vocabulary.ts';
import type { PlanRow } from './plan-row.ts';

/** A course of the library, with what a row of a plan would say of it. */
export type LibraryCourse = Pick<PlanRow, 'courseId' | 'courseNum' | 'courseName' | 'content'>;
/** What is to be different; what is not given stays, or is as the library has it. */
export type AdjustedContent = { readonly [Field in keyof PlanContent]?: PlanContent[Field] | undefined };

interface Proposal {
  readonly adjustType: CourseAdjustType;
  readonly gradeMajorId: string;
  /** In which the grade-major began. */
  readonly grade: string;
  /** The row that is changed; null where a course is added. */
  readonly row: PlanRow | null;
  /** The course that comes; null where none does. */
  readonly course: LibraryCourse | null;
  readonly after: AdjustedContent;
}

/** What an application does to the rows of a plan: one row, or with a replacement the old and the new one. */
export function proposedChanges({ adjustType, gradeMajorId, grade, row, course, after }: Proposal): RowChange[] {
  const given = Object.fromEntries(Object.entries(after).filter(([, value]) => value !== undefined));
  const rowOf = (of: LibraryCourse, content: PlanContent): PlanRow => ({
    executionPlanId: `${gradeMajorId}/${of.courseId}`,
    courseId: of.courseId,
    courseNum: of.courseNum,
    courseName: of.courseName,
    semesterId: semesterOfTerm(grade, content.term),
    content: { ...content, hours: [...content.hours] },
  });
  switch (adjustType) {
    case courseAdjustType.add:
      return course ? [{ before: null, after: rowOf(course, { ...course.content, ...given }) }] : [];
    case courseAdjustType.remove:
      return row ? [{ before: row, after: null }] : [];
    case courseAdjustType.change:
      return row ? [{ before: row, after: rowOf(row, { ...row.content, ...given, term: row.content.term }) }] : [];
    case courseAdjustType.move:
      return row ? [{ before: row, after: rowOf(row, { ...row.content, term: after.term ?? row.content.term }) }] : [];
    case courseAdjustType.replace:
      return row && course
        ? [
            { before: row, after: null },
            {
              before: null,
              after: rowOf(course, {
                ...course.content,
                term: row.content.term,
                courseSystemId: row.content.courseSystemId,
                ...given,
              }),
            },
          ]
        : [];
    default:
      return adjustType satisfies never;
  }
}

/** By how much the credits of a plan change, in tenths. */
export function creditDifference(changes: readonly RowChange[]): number {
  return changes.reduce(
    (sum, { before, after }) => sum + (after?.content.credit ?? 0) - (before?.content.credit ?? 0),
    0,
  );
}

const ofHours: readonly PlanField[] = ['totalHour', 'hours', 'weekHours'];

/** Whether nothing but hours changes: those are audited apart (SCHEME-16). */
export function changesHoursOnly(changes: readonly RowChange[]): boolean {
  return changes.every(
    ({ before, after }) =>
      before !== null &&
      after !== null &&
      differingPlanFields(before.content, after.content).every((field) => ofHours.includes(field)),
  );
}

/** Whether anything is different afterwards. */
export function changesAnything(changes: readonly RowChange[]): boolean {
  return changes.some(
    ({ before, after }) =>
      before === null || after === null || differingPlanFields(before.content, after.content).length > 0,
  );
}

/** Whether the types of hours of every new row add up to its hours, where types are given. */
export function hoursAddUp(changes: readonly RowChange[]): boolean {
  return changes.every(({ after }) => {
    if (after === null || after.content.hours.length === 0) return true;
    return after.content.hours.reduce((sum, { xs }) => sum + xs, 0) === after.content.totalHour;
  });
}

/** A module or class of a grade-major with what it asks for and what the plan has there, in tenths, in tree order. */
export interface CreditNode {
  readonly nodeId: string;
  readonly name: string;
  readonly depth: number;
  readonly minCredit: number | null;
  readonly maxCredit: number | null;
  readonly arranged: number;
}

/** What a plan has, and what it is to have. */
export interface CreditFrame {
  readonly nodes: readonly CreditNode[];
  readonly arranged: number;
  /** What the grade-major asks for; null where nobody has said. */
  readonly required: number | null;
}

/** What changes do to the credits of each module and class that they touch, and to the total. */
export interface CreditEffect {
  readonly name: string;
  readonly before: number;
  readonly after: number;
  readonly minCredit: number | null;
  readonly maxCredit: number | null;
  /** Why it cannot be; null: it can. */
  readonly problem: string | null;
}

/** The total first, then modules and classes from above. */
export function creditEffects(frame: CreditFrame, changes: readonly RowChange[]): CreditEffect[] {
  const byClass = new Map<string, number>();
  const add = (row: PlanRow | null, sign: number) => {
    const of = row?.content.courseSystemId;
    if (row && of) byClass.set(of, (byClass.get(of) ?? 0) + sign * row.content.credit);
  };
  for (const { before, after } of changes) {
    add(before, -1);
    add(after, 1);
  }
  const touched = new Map<string, number>();
  const path: CreditNode[] = [];
  for (const node of frame.nodes) {
    path.length = Math.min(path.length, node.depth);
    path[node.depth] = node;
    const difference = byClass.get(node.nodeId);
    if (difference === undefined) continue;
    for (const above of path) touched.set(above.nodeId, (touched.get(above.nodeId) ?? 0) + difference);
  }
  const total = creditDifference(changes);
  return [
    effectOf({ name: '总学分', arranged: frame.arranged, minCredit: frame.required, maxCredit: null }, total),
    ...frame.nodes.flatMap((node) => {
      const difference = touched.get(node.nodeId);
      return difference === undefined ? [] : [effectOf(node, difference)];
    }),
  ];
}

/** Less than is asked for, or more than is allowed, is a problem of the change only where it makes it so or worse. */
function effectOf(
  { name, arranged, minCredit, maxCredit }: Pick<CreditNode, 'name' | 'arranged' | 'minCredit' | 'maxCredit'>,
  difference: number,
): CreditEffect {
  const after = arranged + difference;
  const told = `“${name}”调整后为${hoursText(after)}学分`;
  const problem =
    difference < 0 && minCredit !== null && after < minCredit
      ? `${told}，低于要求的${hoursText(minCredit)}学分`
      : difference > 0 && maxCredit !== null && after > maxCredit
        ? `${told}，超过上限${hoursText(maxCredit)}学分`
        : null;
  return { name, before: arranged, after, minCredit, maxCredit, problem };
}

/** What is known of an application before it is judged. */
export interface AdjustFacts {
  readonly adjustType: CourseAdjustType;
  /** Any row of the plan is in force; before that rows are written by hand. */
  readonly planInForce: boolean;
  /** The row that is changed, with what keeps it; null: there is none, or none is wanted. */
  readonly row: (PlanRow & StandingFacts) | null;
  /** The course that comes, and whether the plan has it already; null: there is none, or none is wanted. */
  readonly course: (LibraryCourse & { readonly inPlan: boolean }) | null;
  /** Students of the grade-major are or were in a class of the row's course. */
  readonly taken: boolean;
  /** The current semester; null where there is none. */
  readonly currentSemester: string | null;
  /** A course of it that another application in approval changes; null: none. */
  readonly waiting: string | null;
  readonly changes: readonly RowChange[];
  readonly effects: readonly CreditEffect[];
}
interface StandingFacts {
  readonly planStatus: string;
  readonly commonPlanId: string | null;
  readonly fixed: string | null;
}

/** Why something cannot be asked for: a refusal with its details, and the field that it is about. */
export interface AdjustProblem {
  readonly code: keyof typeof planChangeErrors | keyof typeof planErrors;
  readonly details: Readonly<Record<string, string>>;
  readonly field: string;
}

/** Why a change of a plan cannot be asked for; null: it can. Page, application and its effect ask this alone. */
export function adjustProblem(facts: AdjustFacts): AdjustProblem | null {
  const { adjustType, row, course, changes, effects, currentSemester } = facts;
  const no = (code: AdjustProblem['code'], field: string, details: AdjustProblem['details'] = {}) => ({
    code,
    details,
    field,
  });
  const at = 'executionPlanId';
  if (!facts.planInForce) return no('PLAN_NOT_IN_FORCE', 'gradeMajorId');
  if (adjustType !== courseAdjustType.add) {
    if (!row) return no('COURSE_ADJUST_ROW_GONE', at);
    const named = { course: row.courseName };
    if (row.fixed !== null) return no('COURSE_ADJUST_FIXED', at, { ...named, reason: row.fixed });
    if (row.planStatus !== planStatus.inForce) return no('PLAN_NOT_IN_FORCE', at);
    if (row.commonPlanId !== null) return no('COURSE_ADJUST_COMMON', at, named);
    if (facts.taken) return no('COURSE_ADJUST_TAKEN', at, named);
  }
  if (adjustType === courseAdjustType.add || adjustType === courseAdjustType.replace) {
    if (!course) return no('PLAN_COURSE_GONE', 'newCourseId');
    if (course.inPlan) return no('COURSE_ADJUST_IN_PLAN', 'newCourseId', { course: course.courseName });
  }
  if (facts.waiting !== null) return no('COURSE_ADJUST_WAITING', at, { course: facts.waiting });
  if (!changesAnything(changes)) return no('COURSE_ADJUST_SAME', 'after');
  if (currentSemester !== null && changes.some(({ after }) => after !== null && after.semesterId < currentSemester))
    return no('COURSE_ADJUST_PAST', 'after.term');
  if (!hoursAddUp(changes)) return no('COURSE_ADJUST_HOURS', 'after.hours');
  const [problem] = effects.flatMap((effect) => effect.problem ?? []);
  return problem === undefined ? null : no('COURSE_ADJUST_CREDIT', 'after.credit', { problem });
}
