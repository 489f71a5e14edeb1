import { type AdjustType, adjustType } from '@jwxt/contracts/approval/adjust-course.events.ts';
import type {
  adjustCourseClashes,
  adjustCourseDetail,
  adjustCourseSchedules,
} from '@jwxt/contracts/approval/adjust-course.operations.ts';
import { weekdayName } from '@jwxt/contracts/base-info/weekday.vocabulary.ts';
import { isInWeeks } from '@jwxt/contracts/kernel/week-text.ts';
import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';
import type { InputOf, OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import type { PickedClassroom } from '../../pickers/classroom-picker.tsx';
import type { PickedTeacher } from '../../pickers/teacher-picker.tsx';

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
    period: after?.period ?? null,
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
    held: chosen ? weeks.filter((week) => isInWeeks(week, chosen.weeks)) : [],
    open: weeks,
  };
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

/** What is asked before it is sent: whether the new place is free; null while it is not complete. */
export function clashesToAsk(form: AdjustCourseForm): InputOf<typeof adjustCourseClashes> | null {
  const { scheduleId, week, newWeek, newWeekday, period, room, teacher, adjustType: type } = form;
  if (type === adjustType.cancel || scheduleId === null || room === null) return null;
  if (week === null || newWeek === null || newWeekday === null || period === null) return null;
  return {
    scheduleId,
    week: Number(week),
    newWeek: Number(newWeek),
    newWeekday: Number(newWeekday),
    period,
    jsh: room.jsh,
    ...(teacher === null ? {} : { gh: teacher.gh }),
  };
}
