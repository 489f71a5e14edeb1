/** PICKERS-110. */
export const WEEK_FORMAT = '请按照该格式填写‘1-2,4,5-9’';
/** PICKERS-113. */
export const WEEK_TOO_LARGE = '所填写周次大于最大周次';
/** Name of the parameter that says how many weeks a semester has at most. */
export const MAX_WEEK_PARAMETER = '学期最大周数';
export const DEFAULT_MAX_WEEK = 25;
/** No semester is longer, whatever the parameter says. */
export const WEEKS_AT_MOST = 30;

/** The largest week by the parameter {@link MAX_WEEK_PARAMETER}; 25 when it is missing or no number (PICKERS-114). */
export function maxWeekOf(parameter: string | null | undefined): number {
  return /^[1-9]\d?$/.test(parameter ?? '') ? Math.min(Number(parameter), WEEKS_AT_MOST) : DEFAULT_MAX_WEEK;
}

/**
 * `1-2,4,5-9` as week numbers, or what is wrong with it. Empty text is no week. Strictly increasing, from 1 to
 * `maxWeek` (PICKERS-110…113).
 */
export function parseWeeks(
  text: string,
  maxWeek: number = DEFAULT_MAX_WEEK,
): { weeks: number[] } | { problem: string } {
  const weeks: number[] = [];
  for (const part of text === '' ? [] : text.split(',')) {
    const [, from = '', to = from] = /^([1-9]\d{0,3})(?:-([1-9]\d{0,3}))?$/.exec(part) ?? [];
    const [first, last] = [Number(from), Number(to)];
    if (from === '' || first <= (weeks.at(-1) ?? 0) || last < first || (part.includes('-') && last === first))
      return { problem: WEEK_FORMAT };
    for (let week = first; week <= last; week += 1) weeks.push(week);
  }
  return (weeks.at(-1) ?? 0) > maxWeek ? { problem: WEEK_TOO_LARGE } : { weeks };
}

/** Whether a week is one of those that a text names. */
export function isInWeeks(week: number, text: string): boolean {
  const parsed = parseWeeks(text, WEEKS_AT_MOST);
  return 'weeks' in parsed && parsed.weeks.includes(week);
}

/** Week numbers as `1-2,4,5-9`, the shortest text that {@link parseWeeks} reads back. */
export function weekText(weeks: Iterable<number>): string {
  const parts: [first: number, last: number][] = [];
  for (const week of [...new Set(weeks)].sort((a, b) => a - b)) {
    const open = parts.at(-1);
    if (open !== undefined && week === open[1] + 1) open[1] = week;
    else parts.push([week, week]);
  }
  return parts.map(([first, last]) => (first === last ? String(first) : `${String(first)}-${String(last)}`)).join(',');
}
