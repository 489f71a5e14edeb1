import type { z } from 'zod';
import { hoursText } from '@jwxt/contracts/base-info/course.rules.ts';
import { formatDecimal, parseDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import { GRADE_HIERARCHY, PERCENTAGE_HIERARCHY, attemptSource } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { applyForRecognition } from '@jwxt/contracts/recognition/recognition.command.ts';
import type { RecognitionRequest } from '@jwxt/contracts/recognition/recognition.events.ts';
import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';
import { errorText, type ErrorCode } from '@jwxt/contracts/all-errors.ts';
import { isRefused, refuse, type Refused } from '../kernel/refusal.ts';
import type { GradeBand, PlanCourse } from './recognition.facts.ts';
import type { NamedAttempt } from './recognised-attempts.facts.ts';

/** What the form sends. */
export type RecognitionForm = z.output<typeof applyForRecognition.payload>;
/** One group as the event has it. */
export type Pair = RecognitionRequest['relateList'][number];
type OutsideLine = RecognitionForm['relateList'][number]['outSideList'][number];

/** What base data and the student's attempts say about the lines of a form. */
export interface LineFacts {
  /** Courses of the student's plan by id, and names of the courses asked for. */
  readonly plan: ReadonlyMap<string, PlanCourse>;
  readonly courseNames: ReadonlyMap<string, string>;
  readonly bands: readonly GradeBand[];
  /** In-system: the attempts that the form names. */
  readonly attempts: ReadonlyMap<string, NamedAttempt>;
  /** Off-campus: names of sources by code. */
  readonly sources: ReadonlyMap<string, string>;
}
/**
 * What the lines before have named: a course, and an attempt, stands in an application once; off-campus all courses are
 * of one unit.
 */
export interface Named {
  readonly courses: Set<string>;
  readonly attempts: Set<string>;
  unit: string | null;
}

/** 0 to 100 in hundredths. */
const MOST = 10000;

/** One group of the form as the event has it, or why it cannot be. */
export function pairOf(
  { kind }: Pick<RecognitionForm, 'kind'>,
  group: RecognitionForm['relateList'][number],
  path: string,
  named: Named,
  facts: LineFacts,
): Pair | Refused {
  const outSideList: Pair['outSideList'] = [];
  for (const [place, line] of group.outSideList.entries()) {
    const outside =
      kind === 'system'
        ? ownAttempt(line, `${path}.outSideList.${place}`, named, facts)
        : typedScore(kind, line, `${path}.outSideList.${place}`, facts);
    if (isRefused(outside)) return outside;
    outSideList.push(outside);
  }
  const inSideList: Pair['inSideList'] = [];
  for (const [place, line] of group.inSideList.entries()) {
    const inside = insideOf(line, `${path}.inSideList.${place}`, named, facts);
    if (isRefused(inside)) return inside;
    const same = outSideList.find(({ outCourseId }) => outCourseId === inside.courseId);
    if (same)
      return refuseField(
        'RECOGNITION_SAME_COURSE',
        { course: inside.courseName },
        `${path}.inSideList.${place}.courseId`,
      );
    const other = kind === 'outSchool' ? otherUnit(inside, facts, `${path}.inSideList.${place}.courseId`, named) : null;
    if (other) return other;
    inSideList.push(inside);
  }
  const [out, inside] = [
    sum(outSideList.map(({ outCourseCredit }) => outCourseCredit)),
    sum(inSideList.map(({ courseCredit }) => courseCredit)),
  ];
  if (out >= inside) return { outSideList, inSideList };
  // Whether the person may give a reason is asked before.
  if (group.creditShortReason !== '') return { outSideList, inSideList, creditShortReason: group.creditShortReason };
  return refuseField(
    'RECOGNITION_CREDIT_SHORT',
    { out: formatDecimal(out, 1, 1), in: formatDecimal(inside, 1, 1) },
    `${path}.outSideList`,
  );
}

/** A score of this system: everything but the choice comes from the attempt itself. */
function ownAttempt(
  { attemptId }: OutsideLine,
  field: string,
  named: Named,
  { attempts }: LineFacts,
): Pair['outSideList'][number] | Refused {
  const known = attempts.get(attemptId);
  if (!known) return refuseField('RECOGNITION_ATTEMPT_UNKNOWN', {}, `${field}.attemptId`);
  const { attempt, traits } = known;
  const course = attempt.courseName;
  if (attempt.source === attemptSource.recognised)
    return refuseField('RECOGNITION_ATTEMPT_RECOGNISED', { course }, `${field}.attemptId`);
  if (!attempt.passed) return refuseField('RECOGNITION_ATTEMPT_FAILED', { course }, `${field}.attemptId`);
  if (named.attempts.has(attemptId)) return refuseField('RECOGNITION_SOURCE_TWICE', { course }, `${field}.attemptId`);
  named.attempts.add(attemptId);
  return {
    attemptId,
    outCourseId: attempt.courseId,
    courseNum: attempt.courseNum,
    outSemesterId: attempt.semesterId,
    outCourseNatureName: traits?.nature ?? '',
    outCourseAttributeName: traits?.attribute ?? '',
    outCourseCode: '',
    outCourseName: course,
    outCourseCredit: attempt.courseCredit,
    outCoursePeriod: traits ? hoursText(traits.hours) : '',
    outScoreCognizanceFinalValue: attempt.finalName,
    outSchoolScoreTypeName: '',
  };
}

/** A score that people type; those of another school name it, and what kind of score it is. */
function typedScore(
  kind: 'outside' | 'outSchool',
  line: OutsideLine,
  field: string,
  { sources }: LineFacts,
): Pair['outSideList'][number] | Refused {
  const {
    attemptId: _attempt,
    outCourseId: _course,
    outCourseCredit,
    outSchoolName,
    outSchoolScoreType,
    ...rest
  } = line;
  const known = { ...rest, outCourseCredit: parseDecimal(outCourseCredit, 1) ?? 0, outSchoolScoreTypeName: '' };
  if (kind === 'outside') return known;
  const outSchoolScoreTypeName = sources.get(outSchoolScoreType);
  if (outSchoolScoreTypeName === undefined)
    return refuseField('RECOGNITION_SOURCE_TYPE', {}, `${field}.outSchoolScoreType`);
  return { ...known, outSchoolName, outSchoolScoreType, outSchoolScoreTypeName };
}

function insideOf(
  line: RecognitionForm['relateList'][number]['inSideList'][number],
  field: string,
  named: Named,
  { plan, courseNames, bands }: LineFacts,
): Pair['inSideList'][number] | Refused {
  const course = plan.get(line.courseId);
  if (!course)
    return refuseField(
      'RECOGNITION_COURSE_NOT_IN_PLAN',
      { course: courseNames.get(line.courseId) ?? line.courseId },
      `${field}.courseId`,
    );
  if (named.courses.has(line.courseId))
    return refuseField('RECOGNITION_COURSE_TWICE', { course: course.courseName }, `${field}.courseId`);
  named.courses.add(line.courseId);
  const value = parseDecimal(line.scoreCognizanceFinalValue, 2);
  if (value === null || value < 0 || value > MOST)
    return refuseField('RECOGNITION_VALUE_RANGE', {}, `${field}.scoreCognizanceFinalValue`);
  const { hours, openDepartmentName: _unit, ...rest } = course;
  return {
    ...rest,
    coursePeriod: hoursText(hours),
    scoreCognizanceFinalValue: value,
    scoreValueStr: gradeName(value, course.scoreHierarchyCode, bands),
  };
}

/** One unit is asked whether the courses are equal: that of all courses. */
function otherUnit(
  { courseId, courseName, openDepartmentId }: Pair['inSideList'][number],
  { plan }: LineFacts,
  field: string,
  named: Named,
): Refused | null {
  named.unit ??= openDepartmentId;
  if (named.unit === openDepartmentId) return null;
  return refuseField(
    'RECOGNITION_UNITS_DIFFER',
    { course: courseName, unit: plan.get(courseId)?.openDepartmentName ?? openDepartmentId },
    field,
  );
}

/** Refuses, with the words under the field as well. */
export function refuseField(code: ErrorCode, details: Record<string, string | number>, field: string): Refused {
  const fieldErrors: FieldError[] = [{ field, message: errorText(code, details) }];
  return refuse(code, details, { fieldErrors });
}

const sum = (credits: readonly number[]): number => credits.reduce((total, credit) => total + credit, 0);

/** The grade's name, empty for percentages. */
function gradeName(value: number, gradeScaleCode: string, bands: readonly GradeBand[]): string {
  return bands.find(({ code, min, max }) => code === gradeScaleCode && min <= value && value <= max)?.name ?? '';
}

/** A recognised value as shown: the number, the grade's name, or both for 五级制 (SCORE-RULES-06…09). */
export function recognisedText({
  scoreCognizanceFinalValue,
  scoreHierarchyCode,
  scoreValueStr,
}: Pick<Pair['inSideList'][number], 'scoreCognizanceFinalValue' | 'scoreHierarchyCode' | 'scoreValueStr'>): string {
  const number = formatDecimal(scoreCognizanceFinalValue, 2, scoreCognizanceFinalValue % 100 === 0 ? 0 : 1);
  if (scoreHierarchyCode === PERCENTAGE_HIERARCHY || scoreValueStr === '') return number;
  return scoreHierarchyCode === GRADE_HIERARCHY ? `${scoreValueStr}(${number})` : scoreValueStr;
}
