const weekMs = 7 * 86_400_000;

/**
 * The week of a semester at an instant: 1 from its first day on (`begin`, `YYYY-MM-DD` in school time), 0 and less
 * before it. It goes on counting after the end.
 */
export function semesterWeek(begin: string, at: Date | string): number {
  return Math.floor((new Date(at).getTime() - Date.parse(`${begin}T00:00:00+08:00`)) / weekMs) + 1;
}

/**
 * The weeks of a semester of `weeks` weeks that are not over at an instant, the current one among them; none after its
 * end.
 */
export function weeksToCome(begin: string, weeks: number, at: Date | string): number[] {
  const first = Math.max(1, semesterWeek(begin, at));
  return Array.from({ length: Math.max(0, weeks - first + 1) }, (_, index) => first + index);
}
