import type { z } from 'zod';
import type { AttachedFile } from '@jwxt/contracts/approval/application.events.ts';
import { RECOGNITION_FILES } from '@jwxt/contracts/file/file.vocabulary.ts';
import { formatDecimal, parseDecimal } from '@jwxt/contracts/score/score-arithmetic.ts';
import { GRADE_HIERARCHY, PERCENTAGE_HIERARCHY } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { applyForRecognition } from '@jwxt/contracts/recognition/recognition.command.ts';
import type { RecognitionRequest } from '@jwxt/contracts/recognition/recognition.events.ts';
import type { RecognitionState } from '@jwxt/contracts/recognition/recognition.state.ts';
import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';
import { errorText, type ErrorCode } from '@jwxt/contracts/kernel/error.vocabulary.ts';
import { draftApplication, type DraftFacts } from '../kernel/application-draft.ts';
import { isRefused, refuse, type Refused } from '../kernel/refusal.ts';
import type { GradeBand, PlanCourse, PlanStudent } from './recognition.facts.ts';

/** Process of recognitions of scores earned elsewhere in the school. */
export const RECOGNITION_PROCESS = 'XTNCJRDSH';
/** 0 to 100 in hundredths. */
const MOST = 10000;

/** What the form sends. */
export type RecognitionForm = z.output<typeof applyForRecognition.payload>;
/** What base data and the application so far say about it. */
export interface RequestFacts {
  readonly actor: Actor;
  /** ISO instant, server's clock. */
  readonly now: string;
  readonly newApplyId: string;
  readonly student: PlanStudent | undefined;
  /** Courses of the student's plan by id, and names of the courses asked for. */
  readonly plan: ReadonlyMap<string, PlanCourse>;
  readonly courseNames: ReadonlyMap<string, string>;
  readonly bands: readonly GradeBand[];
  readonly process: DraftFacts | null;
  /** The returned application that is sent again; `none` for a new one. */
  readonly sentAgain: RecognitionState;
  /** Evidence attached to it (RECOGNITION-06). */
  readonly files: readonly AttachedFile[];
}

/**
 * Builds everything a recognition asks for (RECOGNITION-13…18), or refuses: no student, a course outside the plan or named twice, a
 * value outside 0–100, fewer outside than inside credits in a pair. Students ask for themselves only.
 */
export function recognitionRequestOf(form: RecognitionForm, facts: RequestFacts): RecognitionRequest | Refused {
  const { student, actor } = facts;
  if (!student) return refuseField('RECOGNITION_NO_STUDENT', {}, 'studentId');
  if (actor.studentCode !== null && actor.studentCode !== student.studentCode) return refuse('OUT_OF_SCOPE');
  const again = sentAgain(form, facts);
  if (isRefused(again)) return again;
  const relateList: RecognitionRequest['relateList'] = [];
  const named = new Set<string>();
  for (const [index, pair] of form.relateList.entries()) {
    const known = pairOf(pair, index, named, facts);
    if (isRefused(known)) return known;
    relateList.push(known);
  }
  if (!facts.process) return refuse('APPROVAL_PROCESS_MISSING', { process: RECOGNITION_PROCESS });
  const applyId = again?.applyId ?? form.applyId ?? facts.newApplyId;
  const remark = form.scoreCognizanceApplyRemark;
  const application = draftApplication({
    processNo: RECOGNITION_PROCESS, applyId, round: again?.round ?? 1, applyTime: facts.now,
    applicant: { userName: actor.userName, name: actor.name, departmentId: actor.departmentId, departmentName: actor.departmentName },
    businessId: applyId, businessTable: RECOGNITION_FILES, scoreType: null, teachingClassId: null, enteredBy: [actor.userName],
    units: { XSDW: student.departmentId, SQDW: actor.departmentId }, figures: {},
    content: { ...contentOf(student, relateList), ...(facts.files.length === 0 ? {} : { files: [...facts.files] }) }, business: { studentCode: student.studentCode, relateList, remark },
  }, facts.process);
  return isRefused(application) ? application : { applyId, ...student, relateList, remark, application };
}

function sentAgain({ applyId }: RecognitionForm, { sentAgain: known, actor, student }: RequestFacts): { applyId: string; round: number } | null | Refused {
  if (applyId === undefined) return null;
  // The page may make the id of a new one, so that files can be attached to it before.
  if (known.status === 'none' && isUuid(applyId)) return null;
  if (known.status !== 'returned' || known.request.application.applicant.userName !== actor.userName || known.request.studentCode !== student?.studentCode) return refuse('RECOGNITION_NOT_EDITABLE');
  return { applyId, round: known.request.application.round + 1 };
}

const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);

type Pair = RecognitionRequest['relateList'][number];
function pairOf(form: RecognitionForm['relateList'][number], index: number, named: Set<string>, { plan, courseNames, bands }: RequestFacts): Pair | Refused {
  const outSideList = form.outSideList.map((outside) => ({ ...outside, outCourseCredit: parseDecimal(outside.outCourseCredit, 1) ?? 0 }));
  const inSideList: Pair['inSideList'] = [];
  for (const [place, inside] of form.inSideList.entries()) {
    const field = `relateList.${index}.inSideList.${place}`;
    const course = plan.get(inside.courseId);
    if (!course) return refuseField('RECOGNITION_COURSE_NOT_IN_PLAN', { course: courseNames.get(inside.courseId) ?? inside.courseId }, `${field}.courseId`);
    if (named.has(inside.courseId)) return refuseField('RECOGNITION_COURSE_TWICE', { course: course.courseName }, `${field}.courseId`);
    named.add(inside.courseId);
    const value = parseDecimal(inside.scoreCognizanceFinalValue, 2);
    if (value === null || value < 0 || value > MOST) return refuseField('RECOGNITION_VALUE_RANGE', {}, `${field}.scoreCognizanceFinalValue`);
    const { hours, ...rest } = course;
    inSideList.push({ ...rest, coursePeriod: hoursText(hours), scoreCognizanceFinalValue: value, scoreValueStr: gradeName(value, course.scoreHierarchyCode, bands) });
  }
  const [out, inside] = [outSideList.reduce((sum, row) => sum + row.outCourseCredit, 0), inSideList.reduce((sum, row) => sum + row.courseCredit, 0)];
  if (out < inside) return refuseField('RECOGNITION_CREDIT_SHORT', { out: formatDecimal(out, 1, 1), in: formatDecimal(inside, 1, 1) }, `relateList.${index}.outSideList`);
  return { outSideList, inSideList };
}

function refuseField(code: ErrorCode, details: Record<string, string | number>, field: string): Refused {
  const fieldErrors: FieldError[] = [{ field, message: errorText(code, details) }];
  return refuse(code, details, { fieldErrors });
}

/** Hours without needless decimals: `48`, `24.5`. */
const hoursText = (tenths: number): string => formatDecimal(tenths, 1, tenths % 10 === 0 ? 0 : 1);

/** The grade's name, empty for percentages. */
function gradeName(value: number, hierarchyCode: string, bands: readonly GradeBand[]): string {
  return bands.find(({ code, min, max }) => code === hierarchyCode && min <= value && value <= max)?.name ?? '';
}

/** A recognised value as shown: the number, the grade's name, or both for 五级制 (SCORE-RULES-06…09). */
export function recognisedText({ scoreCognizanceFinalValue, scoreHierarchyCode, scoreValueStr }: Pick<Pair['inSideList'][number], 'scoreCognizanceFinalValue' | 'scoreHierarchyCode' | 'scoreValueStr'>): string {
  const number = formatDecimal(scoreCognizanceFinalValue, 2, scoreCognizanceFinalValue % 100 === 0 ? 0 : 1);
  if (scoreHierarchyCode === PERCENTAGE_HIERARCHY || scoreValueStr === '') return number;
  return scoreHierarchyCode === GRADE_HIERARCHY ? `${scoreValueStr}(${number})` : scoreValueStr;
}

/** Content pieces: 学生, 原课程, 认定课程, 学分 (domain-model-score §6). */
function contentOf(student: PlanStudent, relateList: readonly Pair[]) {
  const outside = relateList.flatMap((pair) => pair.outSideList.map((row) => `${row.outCourseName}(${row.outScoreCognizanceFinalValue})`)).join('、');
  const inSide = relateList.flatMap((pair) => pair.inSideList);
  const inside = inSide.map((row) => `${row.courseName}(${recognisedText(row)})`).join('、');
  const credit = formatDecimal(inSide.reduce((sum, row) => sum + row.courseCredit, 0), 1, 1);
  return {
    title: `${student.studentName}(${student.studentNumber})：${outside} 认定为 ${inside}，共${credit}学分`,
    pieces: [
      { label: '学生', value: `${student.studentName}(${student.studentNumber})` }, { label: '原课程', value: outside },
      { label: '认定课程', value: inside }, { label: '学分', value: credit },
    ],
    differences: [],
  };
}
