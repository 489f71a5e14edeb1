/** Days of the week by their number, Monday first. */
export const weekdayNames = {
  1: '星期一',
  2: '星期二',
  3: '星期三',
  4: '星期四',
  5: '星期五',
  6: '星期六',
  7: '星期日',
} as const;
export type Weekday = keyof typeof weekdayNames;

/** A day of the week by its number. */
export function weekdayName(weekday: number): string {
  return weekdayNames[weekday as Weekday] ?? '';
}

/** Code of a day as timetables name it (PICKERS-087): 2 to 7 are Monday to Saturday, 1 is Sunday. */
export function weekCodeOf(weekday: number): string {
  return String((weekday % 7) + 1);
}
