import { formatDecimal, parseDecimal } from '@jwxt/contracts/score/score-arithmetic.ts';
import { applyForRecognition } from '@jwxt/contracts/recognition/recognition.command.ts';
import { errorText } from '@jwxt/contracts/kernel/error.vocabulary.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import type { applyRecognition, planCourses, recognitionDetail } from '@jwxt/contracts/recognition/recognition.operations.ts';
import type { InputOf } from '@jwxt/contracts/kernel/operation.ts';

export type PlanCourse = OutputOf<typeof planCourses>['list'][number];

export type OutsideLine = { name: string; code: string; credit: string; value: string; source: string };
export type InsideLine = { courseId: string; value: string };
/** One group: scores earned elsewhere that stand together for in-plan courses (RECOGNITION-14). */
export type Group = { id: string; outside: OutsideLine[]; inside: InsideLine[] };
/** The form as it is filled in. Credits and values are text as typed. */
export type RecognitionForm = { studentId: string; remark: string; groups: Group[] };

export const emptyOutside: OutsideLine = { name: '', code: '', credit: '', value: '', source: '' };
export const emptyInside: InsideLine = { courseId: '', value: '' };

/** A group with one empty line on each side. */
export function emptyGroup(id: string): Group {
  return { id, outside: [emptyOutside], inside: [emptyInside] };
}

type ApplyInput = Omit<InputOf<typeof applyRecognition>, 'commandId'>;

/** The form as the call takes it. Full-width digits are digits. */
export function toApplication(form: RecognitionForm, applyId: string | undefined): ApplyInput {
  const number = (text: string) => text.normalize('NFKC').trim();
  return {
    ...(applyId === undefined ? {} : { applyId }),
    studentId: form.studentId, scoreCognizanceApplyRemark: form.remark.trim(),
    relateList: form.groups.map((group) => ({
      outSideList: group.outside.map((line) => ({ outCourseName: line.name.trim(), outCourseCode: line.code.trim(), outCourseCredit: number(line.credit), outScoreCognizanceFinalValue: number(line.value), outSchoolScoreTypeName: line.source.trim() })),
      inSideList: group.inside.map((line) => ({ courseId: line.courseId, scoreCognizanceFinalValue: number(line.value) })),
    })),
  };
}

/** Sum of credits in tenths; null while one of them is no number. */
function creditSum(credits: readonly string[]): number | null {
  let sum = 0;
  for (const credit of credits) {
    const tenths = parseDecimal(credit.normalize('NFKC'), 1);
    if (tenths === null) return null;
    sum += tenths;
  }
  return sum;
}

export type Credits = { outside: string; inside: string; short: boolean };

/** Credits on both sides of a group; the outside ones must not be fewer. `—` while something is missing. */
export function creditsOf(group: Group, courses: readonly PlanCourse[]): Credits {
  const out = creditSum(group.outside.map((line) => line.credit));
  const inn = creditSum(group.inside.map((line) => courses.find((course) => course.courseId === line.courseId)?.courseCredit ?? ''));
  const text = (tenths: number | null) => (tenths === null ? '—' : formatDecimal(tenths, 1, 1));
  return { outside: text(out), inside: text(inn), short: out !== null && inn !== null && out < inn };
}

/**
 * Everything wrong with the form by field path, as the server names it (`relateList.0.inSideList.1.courseId`). The server judges again;
 * this says it before sending. Empty when the form may be sent.
 */
export function formErrors(form: RecognitionForm, courses: readonly PlanCourse[]): Record<string, string> {
  const errors: Record<string, string> = {};
  const add = (path: string, text: string) => { errors[path] ??= text; };
  const parsed = applyForRecognition.payload.safeParse(toApplication(form, undefined));
  for (const issue of parsed.error?.issues ?? []) add(issue.path.join('.'), issue.message);
  const seen = new Set<string>();
  form.groups.forEach((group, at) => {
    const { outside, inside, short } = creditsOf(group, courses);
    if (short) add(`relateList.${String(at)}`, errorText('RECOGNITION_CREDIT_SHORT', { out: outside, in: inside }));
    group.inside.forEach((line, index) => {
      const path = `relateList.${String(at)}.inSideList.${String(index)}`;
      const course = courses.find((each) => each.courseId === line.courseId);
      if (course?.recognised) add(`${path}.courseId`, errorText('RECOGNITION_ALREADY', { course: course.courseName }));
      if (line.courseId !== '' && seen.has(line.courseId)) add(`${path}.courseId`, errorText('RECOGNITION_COURSE_TWICE', { course: course?.courseName ?? line.courseId }));
      seen.add(line.courseId);
      const tenths = parseDecimal(line.value.normalize('NFKC'), 1);
      if (tenths !== null && (tenths < 0 || tenths > 1000)) add(`${path}.scoreCognizanceFinalValue`, errorText('RECOGNITION_VALUE_RANGE'));
    });
  });
  return errors;
}

/** A returned application as a form again. Course ids come from the plan, by course number. */
export function formOf(detail: OutputOf<typeof recognitionDetail>, courses: readonly PlanCourse[]): RecognitionForm {
  return {
    studentId: detail.studentId, remark: detail.scoreCognizanceApplyRemark,
    groups: detail.relateList.map((group, index) => ({
      id: `kept${String(index)}`,
      outside: group.outSideList.map((line) => ({ name: line.outCourseName, code: line.outCourseCode, credit: line.outCourseCredit, value: line.outScoreCognizanceFinalValue, source: line.outSchoolScoreTypeName })),
      inside: group.inSideList.map((line) => ({ courseId: courses.find((course) => course.courseNum === line.courseNum)?.courseId ?? '', value: line.scoreCognizanceFinalValue })),
    })),
  };
}
