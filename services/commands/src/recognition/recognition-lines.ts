import type { z } from 'zod';
import { hoursText } from '@jwxt/contracts/base-info/course.rules.ts';
import { formatDecimal, parseDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import { GRADE_HIERARCHY, PERCENTAGE_HIERARCHY, attemptSource } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { applyForRecognition } from '@jwxt/contracts/recognition/recognition.command.ts';
import type { RecognitionRequest } from '@jwxt/contracts/recognition/recognition.events.ts';
import { isRefused, refuseField, type Refused } from '../kernel/refusal.ts';
import { isSameSource, sourceField, sourceKeyOf } from './outside-source.ts';
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
  /** Pass mark of the rules in force for the student, in hundredths. */
  readonly passMark: number;
  /** In-system: the attempts that the form names. */
  readonly attempts: ReadonlyMap<string, NamedAttempt>;
  /** Off-campus: names of sources by code. */
  readonly sources: ReadonlyMap<string, string>;
}
/**
 * What the lines before have named: a course, and an outside score, stands in an application once; off-campus all
 * courses are of one unit.
 */
export interface Named {
  readonly courses: Set<string>;
  /** Keys of the outside scores. */
  readonly sources: string[];
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
    const field = `${path}.outSideList.${place}`;
    const outside = kind === 'system' ? ownAttempt(line, field, facts) : typedScore(kind, line, field, facts);
    if (isRefused(outside)) return outside;
    const key = sourceKeyOf(outside);
    if (named.sources.some((other) => isSameSource(other, key)))
      return refuseField('RECOGNITION_SOURCE_TWICE', { course: outside.outCourseName }, sourceField(outside, field));
    named.sources.push(key);
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
  { attempts }: LineFacts,
): Pair['outSideList'][number] | Refused {
  const known = attempts.get(attemptId);
  if (!known) return refuseField('RECOGNITION_ATTEMPT_UNKNOWN', {}, `${field}.attemptId`);
  const { attempt, traits } = known;
  const course = attempt.courseName;
  if (attempt.source === attemptSource.recognised)
    return refuseField('RECOGNITION_ATTEMPT_RECOGNISED', { course }, `${field}.attemptId`);
  if (!attempt.passed) return refuseField('RECOGNITION_ATTEMPT_FAILED', { course }, `${field}.attemptId`);
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
  { plan, courseNames, bands, passMark }: LineFacts,
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
  const inside = {
    ...rest,
    coursePeriod: hoursText(hours),
    scoreCognizanceFinalValue: value,
    scoreValueStr: gradeName(value, course.scoreHierarchyCode, bands),
  };
  const failing = failingValue(inside, bands, passMark);
  return failing ? refuseField(...failing, `${field}.scoreCognizanceFinalValue`) : inside;
}

/** Why a value gives no pass: below the pass mark, or of a failing grade of its system. Null when it passes. */
export function failingValue(
  inside: Pair['inSideList'][number],
  bands: readonly GradeBand[],
  passMark: number,
): ['RECOGNITION_VALUE_FAILED', { value: string; mark: string }] | null {
  const failing = bands.filter(({ code, percentile }) => code === inside.scoreHierarchyCode && percentile === 0);
  const mark = Math.max(passMark, ...failing.map(({ max }) => max + 1));
  if (inside.scoreCognizanceFinalValue >= mark) return null;
  return ['RECOGNITION_VALUE_FAILED', { value: recognisedText(inside), mark: markText(mark) }];
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

const sum = (credits: readonly number[]): number => credits.reduce((total, credit) => total + credit, 0);

/** The grade's name, empty for percentages. */
export function gradeName(value: number, gradeScaleCode: string, bands: readonly GradeBand[]): string {
  return bands.find(({ code, min, max }) => code === gradeScaleCode && min <= value && value <= max)?.name ?? '';
}

/** Hundredths of a mark, a decimal only where there is one. */
const markText = (value: number): string => formatDecimal(value, 2, value % 100 === 0 ? 0 : 1);

/** A recognised value as shown: the number, the grade's name, or both for 五级制 (SCORE-RULES-06…09). */
export function recognisedText({
  scoreCognizanceFinalValue,
  scoreHierarchyCode,
  scoreValueStr,
}: Pick<Pair['inSideList'][number], 'scoreCognizanceFinalValue' | 'scoreHierarchyCode' | 'scoreValueStr'>): string {
  const number = markText(scoreCognizanceFinalValue);
  if (scoreHierarchyCode === PERCENTAGE_HIERARCHY || scoreValueStr === '') return number;
  return scoreHierarchyCode === GRADE_HIERARCHY ? `${scoreValueStr}(${number})` : scoreValueStr;
}
