/**
 * Days of leave in a semester above which taking it off altogether is advised (STUDENT-STATUS-35): six weeks, a third,
 * where the school does not say otherwise (XJ_QJXX).
 */
export const MANY_LEAVE_DAYS = 42;

const NOON = 12;

/** The half day of a school time `YYYY-MM-DD HH:MM:SS`, counted from one origin for all days. */
function halfDayOf(time: string): number {
  const day = Math.floor(Date.parse(`${time.slice(0, 10)}T00:00:00Z`) / 86_400_000);
  return day * 2 + (Number(time.slice(11, 13)) < NOON ? 0 : 1);
}

/**
 * How long a leave is, in tenths of days: each half day that it touches counts. It ends before the half day that begins
 * as it ends, so until 12:00 is the morning alone.
 */
export function leaveDays(beginTime: string, endTime: string): number {
  const lastMoment = new Date(Date.parse(`${endTime.replace(' ', 'T')}Z`) - 1000).toISOString();
  return (halfDayOf(`${lastMoment.slice(0, 10)} ${lastMoment.slice(11, 19)}`) - halfDayOf(beginTime) + 1) * 5;
}
