import { parseWeeks, DEFAULT_MAX_WEEK } from '../kernel/week-text.ts';

/**
 * A teacher assigned to a class (PICKERS-104): hours of one type and the weeks in which they are taught, `1-2,4,5-9`.
 */
export type AssignedTeacher = {
  readonly teacherCode: string;
  readonly teacherName: string;
  readonly hourType: string;
  readonly hourName: string;
  /** At least 0; null: not said; `NaN`: what stands in the field is no such number. */
  readonly hour: number | null;
  readonly startEndWeek: string;
};

/** PICKERS-115. */
export const SHARED_CLASS_INCOMPLETE = '多名教师共同任课时，须逐一填写每名教师的学时和起止周';
const HOURS_NOT_NUMBER = '学时应为0至9999的数字，最多一位小数';
/** PICKERS-116. */
export const sharedHoursExceeded = (sum: number, totalHour: number): string =>
  `各教师学时之和${String(sum)}超过总学时${String(totalHour)}`;

/**
 * What is wrong with the teachers of one class, null when nothing is. A single teacher may leave hours and weeks open.
 */
export function assignmentProblem(
  teachers: readonly AssignedTeacher[],
  totalHour: number,
  maxWeek: number = DEFAULT_MAX_WEEK,
): string | null {
  for (const { startEndWeek } of teachers) {
    const weeks = parseWeeks(startEndWeek.trim(), maxWeek);
    if ('problem' in weeks) return weeks.problem;
  }
  if (teachers.some(({ hour }) => Number.isNaN(hour))) return HOURS_NOT_NUMBER;
  if (new Set(teachers.map(({ teacherCode }) => teacherCode)).size < 2) return null;
  if (teachers.some(({ hour, startEndWeek }) => hour === null || startEndWeek.trim() === ''))
    return SHARED_CLASS_INCOMPLETE;
  // Hours have one decimal; in tenths their sum is exact.
  const sum = teachers.reduce((tenths, { hour }) => tenths + Math.round((hour ?? 0) * 10), 0);
  return sum > Math.round(totalHour * 10) ? sharedHoursExceeded(sum / 10, totalHour) : null;
}

/** The list with confirmed teachers added; who is in it already stays as he is (PICKERS-105). */
export function withTeachers(
  assigned: readonly AssignedTeacher[],
  chosen: readonly Pick<AssignedTeacher, 'teacherCode' | 'teacherName'>[],
): AssignedTeacher[] {
  const known = new Set(assigned.map(({ teacherCode }) => teacherCode));
  return [
    ...assigned,
    ...chosen
      .filter(({ teacherCode }) => !known.has(teacherCode))
      .map(({ teacherCode, teacherName }) => ({
        teacherCode,
        teacherName,
        hourType: '',
        hourName: '',
        hour: null,
        startEndWeek: '',
      })),
  ];
}

/** The list without a teacher (PICKERS-106). */
export function withoutTeacher(assigned: readonly AssignedTeacher[], teacherCode: string): AssignedTeacher[] {
  return assigned.filter((teacher) => teacher.teacherCode !== teacherCode);
}
