/** Days of the week, Monday first; their number is the place plus one. */
export const weekdayNames = ['星期一', '星期二', '星期三', '星期四', '星期五', '星期六', '星期日'] as const;

/** A day of the week by its number, 1 to 7. */
export function weekdayName(weekday: number): string {
  return weekdayNames[weekday - 1] ?? '';
}

/** One meeting in words: `第5周 星期二 3-4节 A101 王老师`. */
export function meetingText({ week, weekday, period, room, teacherName }: { week: number; weekday: number; period: string; room: string; teacherName: string }): string {
  return `第${String(week)}周 ${weekdayName(weekday)} ${period}节 ${room} ${teacherName}`;
}

/** What the form holds; numbers as they are chosen. */
export type AdjustCourseForm = { scheduleId: string | null; week: string | null; adjustType: '1' | '2' | '3' | '4' | '5'; newWeek: string | null; newWeekday: string | null; period: string | null; room: string; gh: string; reason: string };

export const newAdjustment: AdjustCourseForm = { scheduleId: null, week: null, adjustType: '1', newWeek: null, newWeekday: null, period: null, room: '', gh: '', reason: '' };

/** What is missing, by field. A cancelled meeting (停课) has no new place. */
export function adjustmentProblems(form: AdjustCourseForm): Partial<Record<keyof AdjustCourseForm, string>> {
  const needed: (keyof AdjustCourseForm)[] = ['scheduleId', 'week', 'reason', ...(form.adjustType === '2' ? [] : ['newWeek', 'newWeekday', 'period', 'room'] as const), ...(form.adjustType === '4' ? ['gh'] as const : [])];
  return Object.fromEntries(needed.filter((name) => (form[name] ?? '').trim() === '').map((name) => [name, '必填']));
}

/** What is sent. */
export function adjustmentOf({ scheduleId, week, adjustType, newWeek, newWeekday, period, room, gh, reason }: AdjustCourseForm) {
  return {
    scheduleId: scheduleId ?? '', week: Number(week), adjustType, reason: reason.trim(),
    ...(adjustType === '2' ? {} : { after: { week: Number(newWeek), weekday: Number(newWeekday), period: period ?? '', room: room.trim(), ...(gh.trim() === '' ? {} : { gh: gh.trim() }) } }),
  };
}
