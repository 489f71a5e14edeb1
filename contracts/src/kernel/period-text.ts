/** Why a text is no period of a day. */
export const PERIOD_FORMAT = '节次格式应为 3-4';

/** The lessons of a period such as `3-4` or `5`; none where the text is no period. */
export function lessonsOf(period: string): number[] {
  const [, first, last = first] = /^([1-9]\d?)(?:-([1-9]\d?))?$/.exec(period) ?? [];
  if (first === undefined) return [];
  return Array.from({ length: Math.max(0, Number(last) - Number(first) + 1) }, (_, index) => Number(first) + index);
}

/** The period of lessons that follow one another, as {@link lessonsOf} reads it back. */
export function periodText(first: number, last: number): string {
  return first === last ? String(first) : `${String(first)}-${String(last)}`;
}
