import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { plainNumber, formatDecimal, parseDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import { scoreOf, weightedMean } from '@jwxt/contracts/recognition/recognition-arithmetic.ts';
import { recognitionFormOf, type RecognitionDraftForm } from '@jwxt/contracts/recognition/recognition-draft.ts';
import { MAX_GROUPS, type RecognitionKind } from '@jwxt/contracts/recognition/recognition.vocabulary.ts';
import { errorText } from '@jwxt/contracts/all-errors.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import type {
  freeOutsideScores,
  recognisableAttempts,
  recognitionOperationsOf,
} from '@jwxt/contracts/recognition/recognition.operations.ts';

export type Plan = OutputOf<(typeof recognitionOperationsOf)['system']['planCourses']>;
export type PlanCourse = Plan['list'][number];
export type OwnAttempt = OutputOf<typeof recognisableAttempts>['list'][number];

export type KeptScore = OutputOf<typeof freeOutsideScores>['list'][number];

export type OutsideLine = RecognitionDraftForm['relateList'][number]['outSideList'][number];
export type InsideLine = RecognitionDraftForm['relateList'][number]['inSideList'][number];
/** One group: scores earned elsewhere that stand together for in-plan courses (RECOGNITION-14). */
export type Group = { id: string; reason: string; outside: OutsideLine[]; inside: InsideLine[] };
/** The form as it is filled in. Credits and values are text as typed. */
export type RecognitionForm = { studentId: string; remark: string; groups: Group[] };
/** What the form is judged by: the kind, the student's plan, and in-system his attempts. */
export type FormContext = {
  kind: RecognitionKind;
  plan: Pick<Plan, 'list' | 'bands'>;
  attempts: readonly OwnAttempt[];
  mayOverride: boolean;
};

export const emptyOutside: OutsideLine = {
  attemptId: '',
  outCourseId: '',
  outSemesterId: '',
  outCourseNatureName: '',
  outCourseAttributeName: '',
  outCourseCode: '',
  outCourseName: '',
  outCourseCredit: '',
  outCoursePeriod: '',
  outScoreCognizanceFinalValue: '',
  outSchoolScoreType: '',
  outSchoolName: '',
};
export const emptyInside: InsideLine = { courseId: '', scoreCognizanceFinalValue: '' };

/** A group with one empty line on each side. */
export function emptyGroup(id: string): Group {
  return { id, reason: '', outside: [emptyOutside], inside: [emptyInside] };
}

/** The line of an own attempt: what is shown of it comes from the attempt. */
export function attemptLine(attempt: OwnAttempt): OutsideLine {
  return {
    ...emptyOutside,
    attemptId: attempt.attemptId,
    outCourseId: attempt.courseId,
    outSemesterId: attempt.semesterId,
    outCourseName: attempt.courseName,
    outCourseCredit: attempt.courseCredit,
    outScoreCognizanceFinalValue: attempt.finalName,
  };
}

/** The line of a score of another school that is kept of the student. */
export function keptLine(kept: KeptScore): OutsideLine {
  const { outSchoolScoreId: _, ...score } = kept;
  return { ...emptyOutside, ...score };
}

/** Groups to begin with for scores that count for nothing in the student's plan: one for each. */
export function spareGroups(attempts: readonly OwnAttempt[]): Group[] {
  return attempts
    .filter(({ used, inPlan }) => !used && !inPlan)
    .slice(0, MAX_GROUPS)
    .map((attempt) => ({ ...emptyGroup(attempt.attemptId), outside: [attemptLine(attempt)] }));
}

/** Which courses would be recognised from which own scores, as far as that is chosen; null: no course yet. */
export function chosenOf({ groups }: RecognitionForm) {
  const relateList = groups
    .map(({ outside, inside }) => ({
      outSideList: outside
        .filter(({ attemptId }) => attemptId !== '')
        .map(({ attemptId, outCourseId }) => ({ attemptId, outCourseId })),
      inSideList: inside.filter(({ courseId }) => courseId !== '').map(({ courseId }) => ({ courseId })),
    }))
    .filter(({ inSideList }) => inSideList.length > 0);
  return relateList.length === 0 ? null : relateList;
}

/** The form as calls take it. Full-width digits are digits. */
export function toDraft(form: RecognitionForm): RecognitionDraftForm {
  return {
    scoreCognizanceApplyRemark: form.remark.trim(),
    relateList: form.groups.map((group) => ({
      creditShortReason: group.reason.trim(),
      outSideList: group.outside.map((line) => ({
        ...line,
        outCourseName: line.outCourseName.trim(),
        outCourseCode: line.outCourseCode.trim(),
        outSchoolName: line.outSchoolName.trim(),
        outCourseCredit: plainNumber(line.outCourseCredit),
        outScoreCognizanceFinalValue: plainNumber(line.outScoreCognizanceFinalValue),
      })),
      inSideList: group.inside.map((line) => ({
        courseId: line.courseId,
        scoreCognizanceFinalValue: plainNumber(line.scoreCognizanceFinalValue),
      })),
    })),
  };
}

/** A saved, returned or recalled application as a form again. */
export function formOf(studentId: string, draft: RecognitionDraftForm): RecognitionForm {
  const groups = draft.relateList.map((group, index) => ({
    id: `kept${String(index)}`,
    reason: group.creditShortReason,
    outside: [...group.outSideList],
    inside: [...group.inSideList],
  }));
  return {
    studentId,
    remark: draft.scoreCognizanceApplyRemark,
    groups: groups.length === 0 ? [emptyGroup('first')] : groups,
  };
}

/** Sum of credits in tenths; null while one of them is no number. */
function creditSum(credits: readonly string[]): number | null {
  let sum = 0;
  for (const credit of credits) {
    const tenths = parseDecimal(plainNumber(credit), 1);
    if (tenths === null) return null;
    sum += tenths;
  }
  return sum;
}

export type Credits = { outside: string; inside: string; short: boolean };

/** Credits on both sides of a group; the outside ones must not be fewer. `—` while something is missing. */
export function creditsOf(group: Group, courses: readonly PlanCourse[]): Credits {
  const out = creditSum(group.outside.map((line) => line.outCourseCredit));
  const inn = creditSum(
    group.inside.map((line) => courses.find((course) => course.courseId === line.courseId)?.courseCredit ?? ''),
  );
  const text = (tenths: number | null) => (tenths === null ? NOTHING : formatDecimal(tenths, 1, 1));
  return { outside: text(out), inside: text(inn), short: out !== null && inn !== null && out < inn };
}

/**
 * The value proposed for the in-plan courses of a group: the credit-weighted mean of its outside scores, as text; empty
 * while one of them is no score.
 */
export function proposalOf(group: Group, { plan, attempts }: Pick<FormContext, 'plan' | 'attempts'>): string {
  const scores = group.outside.map((line) => {
    const own = attempts.find(({ attemptId }) => attemptId === line.attemptId);
    return {
      credit: parseDecimal(plainNumber(line.outCourseCredit), 1),
      value: own ? parseDecimal(own.final, 2) : scoreOf(line.outScoreCognizanceFinalValue, plan.bands),
    };
  });
  const known = scores.flatMap(({ credit, value }) => (credit === null || value === null ? [] : [{ credit, value }]));
  const mean = known.length < scores.length ? null : weightedMean(known);
  return mean === null ? '' : formatDecimal(mean, 2, 1);
}

/**
 * The group after a change of its outside scores: values that were proposed, or are still empty, follow the new
 * proposal.
 */
export function withProposal(before: Group, after: Group, context: Pick<FormContext, 'plan' | 'attempts'>): Group {
  const [was, is] = [proposalOf(before, context), proposalOf(after, context)];
  return is === ''
    ? after
    : {
        ...after,
        inside: after.inside.map((line) =>
          line.scoreCognizanceFinalValue === '' || line.scoreCognizanceFinalValue === was
            ? { ...line, scoreCognizanceFinalValue: is }
            : line,
        ),
      };
}

/** The name that a value has in its course's grade system; empty for percentages and for no value. */
export function gradeName(line: InsideLine, { list, bands }: FormContext['plan']): string {
  const course = list.find(({ courseId }) => courseId === line.courseId);
  const value = parseDecimal(plainNumber(line.scoreCognizanceFinalValue), 2);
  if (!course || value === null) return '';
  return (
    bands.find(
      (band) =>
        band.scoreHierarchyCode === course.scoreHierarchyCode &&
        band.scorePercentileMinValue <= value &&
        value <= band.scorePercentileMaxValue,
    )?.scoreValueName ?? ''
  );
}

/** The number that a grade stands for, as text; empty when the grade system has no such grade. */
export function gradeValue(hierarchy: string, name: string, { bands }: Pick<Plan, 'bands'>): string {
  const band = bands.find((each) => each.scoreHierarchyCode === hierarchy && each.scoreValueName === name);
  return band === undefined ? '' : formatDecimal(band.scorePercentileValue, 2, 1);
}

/**
 * Everything wrong with the form by field path, as the server names it (`relateList.0.inSideList.1.courseId`). The
 * server judges again; this says it before sending. Empty when the form may be sent.
 */
export function formErrors(form: RecognitionForm, context: FormContext): Record<string, string> {
  const {
    kind,
    plan: { list: courses },
    mayOverride,
  } = context;
  const errors: Record<string, string> = {};
  const add = (path: string, text: string) => {
    errors[path] ??= text;
  };
  const parsed = recognitionFormOf(kind).safeParse({ kind, studentId: form.studentId, ...toDraft(form) });
  for (const issue of parsed.error?.issues ?? []) add(issue.path.join('.'), issue.message);
  const seen = new Set<string>();
  const used = new Set<string>();
  let unit: string | undefined;
  form.groups.forEach((group, at) => {
    const { outside, inside, short } = creditsOf(group, courses);
    if (short && (!mayOverride || group.reason.trim() === ''))
      add(`relateList.${String(at)}`, errorText('RECOGNITION_CREDIT_SHORT', { out: outside, in: inside }));
    group.outside.forEach((line, index) => {
      if (kind !== 'system' || line.attemptId === '') return;
      if (used.has(line.attemptId))
        add(
          `relateList.${String(at)}.outSideList.${String(index)}.attemptId`,
          errorText('RECOGNITION_SOURCE_TWICE', { course: line.outCourseName }),
        );
      used.add(line.attemptId);
    });
    group.inside.forEach((line, index) => {
      const path = `relateList.${String(at)}.inSideList.${String(index)}`;
      const course = courses.find((each) => each.courseId === line.courseId);
      if (course?.recognised) add(`${path}.courseId`, errorText('RECOGNITION_ALREADY', { course: course.courseName }));
      else if (course && course.passedFinal !== '')
        add(
          `${path}.courseId`,
          errorText('RECOGNITION_PASSED', { course: course.courseName, final: course.passedFinal }),
        );
      if (line.courseId !== '' && seen.has(line.courseId))
        add(`${path}.courseId`, errorText('RECOGNITION_COURSE_TWICE', { course: course?.courseName ?? line.courseId }));
      seen.add(line.courseId);
      if (course && group.outside.some(({ outCourseId }) => outCourseId === course.courseId))
        add(`${path}.courseId`, errorText('RECOGNITION_SAME_COURSE', { course: course.courseName }));
      if (course && kind === 'outSchool') {
        unit ??= course.openDepartmentId;
        if (unit !== course.openDepartmentId)
          add(
            `${path}.courseId`,
            errorText('RECOGNITION_UNITS_DIFFER', { course: course.courseName, unit: course.openDepartmentName }),
          );
      }
      const tenths = parseDecimal(plainNumber(line.scoreCognizanceFinalValue), 1);
      if (tenths !== null && (tenths < 0 || tenths > 1000))
        add(`${path}.scoreCognizanceFinalValue`, errorText('RECOGNITION_VALUE_RANGE'));
    });
  });
  return errors;
}
