import { meetingPeriods, type AdjustType, adjustType } from '@jwxt/contracts/approval/adjust-course.events.ts';
import type { adjustCourseDetail, adjustCourseSchedules } from '@jwxt/contracts/approval/adjust-course.operations.ts';
import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import type { PickedClassroom } from '../../pickers/classroom-picker.tsx';
import type { PickedTeacher } from '../../pickers/teacher-picker.tsx';

/** Days of the week, Monday first; their number is the place plus one. */
export const weekdayNames = ['星期一', '星期二', '星期三', '星期四', '星期五', '星期六', '星期日'] as const;

/** A day of the week by its number, 1 to 7. */
export function weekdayName(weekday: number): string {
  return weekdayNames[weekday - 1] ?? '';
}

/** One meeting in words: `第5周 星期二 3-4节 A101 王老师`. */
export function meetingText({
  week,
  weekday,
  period,
  room,
  teacherName,
}: {
  week: number;
  weekday: number;
  period: string;
  room: string;
  teacherName: string;
}): string {
  return `第${String(week)}周 ${weekdayName(weekday)} ${period}节 ${room} ${teacherName}`;
}

type Schedules = OutputOf<typeof adjustCourseSchedules>;

/** What the form holds; numbers as they are chosen. */
export type AdjustCourseForm = {
  scheduleId: string | null;
  week: string | null;
  adjustType: AdjustType;
  newWeek: string | null;
  newWeekday: string | null;
  period: string | null;
  room: PickedClassroom | null;
  teacher: PickedTeacher | null;
  reason: string;
};
export type AdjustmentProblems = Partial<Record<keyof AdjustCourseForm, string>>;

export const newAdjustment: AdjustCourseForm = {
  scheduleId: null,
  week: null,
  adjustType: adjustType.move,
  newWeek: null,
  newWeekday: null,
  period: null,
  room: null,
  teacher: null,
  reason: '',
};

/**
 * What an application that came back asked for, as far as it can still be chosen: its meeting may be gone, and its
 * weeks over.
 */
export function adjustmentAgain(
  { adjustType: type, reason, again }: Pick<OutputOf<typeof adjustCourseDetail>, 'adjustType' | 'reason' | 'again'>,
  schedules: Schedules,
): AdjustCourseForm {
  const scheduleId = schedules.list.some((one) => one.scheduleId === again?.scheduleId)
    ? (again?.scheduleId ?? null)
    : null;
  const { held, open } = weeksOf(schedules, scheduleId);
  const offered = (week: number | undefined, weeks: readonly number[]): string | null =>
    week !== undefined && weeks.includes(week) ? String(week) : null;
  const after = again?.after;
  return {
    scheduleId,
    week: offered(again?.week, held),
    adjustType: type as AdjustType,
    reason,
    newWeek: offered(after?.week, open),
    newWeekday: after ? String(after.weekday) : null,
    period: after && periodsOf(schedules, scheduleId).includes(after.period) ? after.period : null,
    room: after && after.jsh !== null ? { jsh: after.jsh, jsmc: after.room } : null,
    teacher: after && after.gh !== again?.gh ? { gh: after.gh, xm: after.teacherName } : null,
  };
}

/**
 * The weeks to choose from: those in which the chosen meeting takes place, and those it can be moved to; none of either
 * that is over.
 */
export function weeksOf({ list, weeks }: Schedules, scheduleId: string | null): { held: number[]; open: number[] } {
  const chosen = list.find((one) => one.scheduleId === scheduleId);
  return {
    held: chosen ? weeks.filter((week) => week >= chosen.firstWeek && week <= chosen.lastWeek) : [],
    open: weeks,
  };
}

/** The periods to choose from: the school's, and the chosen meeting's own where the timetable has set another. */
export function periodsOf({ list }: Schedules, scheduleId: string | null): string[] {
  const own = list.find((one) => one.scheduleId === scheduleId)?.period;
  return own === undefined || (meetingPeriods as readonly string[]).includes(own)
    ? [...meetingPeriods]
    : [own, ...meetingPeriods];
}

/** What is missing, by field. A cancelled meeting (停课) has no new place. */
export function adjustmentProblems(form: AdjustCourseForm): AdjustmentProblems {
  const needed: (keyof AdjustCourseForm)[] = [
    'scheduleId',
    'week',
    'reason',
    ...(form.adjustType === adjustType.cancel ? [] : (['newWeek', 'newWeekday', 'period', 'room'] as const)),
    ...(form.adjustType === adjustType.substitute ? (['teacher'] as const) : []),
  ];
  const isEmpty = (value: AdjustCourseForm[keyof AdjustCourseForm]): boolean =>
    typeof value === 'string' ? value.trim() === '' : value === null;
  return Object.fromEntries(needed.filter((name) => isEmpty(form[name])).map((name) => [name, '必填']));
}

const fields: Readonly<Record<string, keyof AdjustCourseForm>> = {
  scheduleId: 'scheduleId',
  week: 'week',
  reason: 'reason',
  'after.week': 'newWeek',
  'after.weekday': 'newWeekday',
  'after.period': 'period',
  'after.jsh': 'room',
  'after.gh': 'teacher',
};

/** What the server refused, by field of the form. */
export function refusedAdjustment(errors: readonly FieldError[]): AdjustmentProblems {
  return Object.fromEntries(
    errors.flatMap(({ field, message }) => (fields[field] === undefined ? [] : [[fields[field], message]])),
  );
}

/** What is sent; with the id of the application that is sent again. */
export function adjustmentOf(
  { scheduleId, week, adjustType: type, newWeek, newWeekday, period, room, teacher, reason }: AdjustCourseForm,
  applyId?: string,
) {
  return {
    ...(applyId === undefined ? {} : { applyId }),
    scheduleId: scheduleId ?? '',
    week: Number(week),
    adjustType: type,
    reason: reason.trim(),
    ...(type === adjustType.cancel
      ? {}
      : {
          after: {
            week: Number(newWeek),
            weekday: Number(newWeekday),
            period: period ?? '',
            jsh: room?.jsh ?? '',
            ...(teacher === null ? {} : { gh: teacher.gh }),
          },
        }),
  };
}
