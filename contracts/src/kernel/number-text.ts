/** What a number that people type has to be: at most so many decimal places, both ends included. Without ends: any. */
export type NumberRule = {
  readonly places: number;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
};

const FULL_WIDTH = /[０-９．＋－]/g;
const FULL_WIDTH_OFFSET = 0xfee0;
const placeWords = ['', '一', '两', '三', '四'];

/**
 * A number as Chinese input methods type it, in plain figures: full-width digits, points and signs are the same ones,
 * and `。` is the point. Nothing else is turned: `²`, `½` and `1e3` stay what they are, and are no numbers here.
 */
export function plainNumber(text: string): string {
  return text
    .replace(FULL_WIDTH, (char) => String.fromCharCode(char.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .replace('。', '.')
    .trim();
}

/** What is wrong with a typed number, in words for its field; null when nothing is. Empty text is no number. */
export function numberProblem(text: string, { places, min, max }: NumberRule): string | null {
  const match = /^-?\d{1,9}(?:\.(\d{1,9}))?$/.exec(plainNumber(text));
  if (!match || (match[1] ?? '').replace(/0+$/, '').length > places)
    return places === 0 ? '应为整数' : `应为数字，最多${placeWords[places] ?? String(places)}位小数`;
  const value = Number(plainNumber(text));
  return value < (min ?? -Infinity) || value > (max ?? Infinity) ? rangeWords(min, max) : null;
}

/** Where a number has to lie, in words for its field. */
export function rangeWords(min?: number, max?: number): string {
  if (min === undefined) return `不能大于 ${String(max)}`;
  return max === undefined ? `不能小于 ${String(min)}` : `应在 ${String(min)} 到 ${String(max)} 之间`;
}

/**
 * A whole number that may arrive as text. What is no whole number stays what it was, for a schema to refuse: `1e3`,
 * empty text and `true` are none.
 */
export function wholeNumberOf(value: unknown): unknown {
  return typeof value === 'string' && numberProblem(value, { places: 0 }) === null ? Number(plainNumber(value)) : value;
}

/** Decimal text as a whole number of 10^-places, rounded half away from zero; null when it is no plain decimal. */
export function parseDecimal(text: string, places: number): number | null {
  const match = /^([+-]?)(\d{1,9})(?:\.(\d{0,9}))?$/.exec(text.trim());
  if (!match) return null;
  const fraction = (match[3] ?? '').padEnd(places + 1, '0');
  const magnitude = Number(`${match[2]}${fraction.slice(0, places)}`) + (Number(fraction[places]) >= 5 ? 1 : 0);
  return match[1] === '-' ? -magnitude : magnitude;
}

/** A whole number of 10^-places as decimal text with exactly `digits` decimals, rounded half up (SCORE-RULES-07). */
export function formatDecimal(value: number, places: number, digits: number): string {
  const sign = value < 0 ? '-' : '';
  let magnitude = Math.abs(value);
  for (let cut = places; cut > digits; cut -= 1)
    magnitude = Math.floor((magnitude + (cut === digits + 1 ? 5 : 0)) / 10);
  for (let add = places; add < digits; add += 1) magnitude *= 10;
  const text = String(magnitude).padStart(digits + 1, '0');
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
