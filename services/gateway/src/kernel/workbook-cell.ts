import type { CellInput, ColumnKind } from './workbook.ts';

/** Number formats that cells have. The first is that of texts. */
export const cellFormats = [
  '@',
  'General',
  '0',
  '0.0',
  '0.00',
  '0.000',
  '0.0000',
  '0%',
  '0.0%',
  '0.00%',
  'yyyy-mm-dd',
  'yyyy-mm-dd hh:mm',
  'yyyy-mm-dd hh:mm:ss',
] as const;
export type CellFormat = (typeof cellFormats)[number];

/** What stands in a cell: a text or a number, and how it is shown. */
export interface CellValue {
  readonly value: string | number;
  readonly format: CellFormat;
}

const longestCell = 32_767;
const decimal = /^-?(?:0|[1-9]\d{0,14})(?:\.(\d{1,4}))?(%)?$/;
const moment = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d))?)?$/;
const dayMs = 86_400_000;
/** Day 0 of Excel's calendar, for days since March 1900. */
const firstDay = Date.UTC(1899, 11, 30);

/** A value as a cell of its column; null: an empty one. */
export function cellOf(input: CellInput, kind: ColumnKind): CellValue | null {
  if (input === null || input === '') return null;
  const found = kind === 'number' ? numberOf(input) : kind === 'time' ? timeOf(input) : null;
  return found ?? { value: cleanText(String(input)), format: '@' };
}

/** 70.70 is 70.7, shown with two decimals. */
function numberOf(input: string | number): CellValue | null {
  if (typeof input === 'number') return Number.isFinite(input) ? { value: input, format: 'General' } : null;
  const [whole, decimals = '', percent] = decimal.exec(input) ?? [];
  if (whole === undefined || (percent !== undefined && decimals.length > 2)) return null;
  const format = `0${decimals === '' ? '' : `.${'0'.repeat(decimals.length)}`}${percent ?? ''}` as CellFormat;
  // The digits themselves are moved: 12.3 / 100 is not 0.123.
  return { value: percent === undefined ? Number(input) : Number(`${input.slice(0, -1)}e-2`), format };
}

/** As the clock on the wall shows it: a workbook knows no time zones. */
function timeOf(input: string | number): CellValue | null {
  const [whole, year, month, day, hour, minute, second] = moment.exec(String(input)) ?? [];
  if (whole === undefined || Number(year) < 1901) return null;
  const at = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour ?? 0),
    Number(minute ?? 0),
    Number(second ?? 0),
  );
  // The thirteenth month, and the like.
  if (new Date(at).toISOString().slice(0, 10) !== whole.slice(0, 10)) return null;
  return {
    value: (at - firstDay) / dayMs,
    format: hour === undefined ? 'yyyy-mm-dd' : second === undefined ? 'yyyy-mm-dd hh:mm' : 'yyyy-mm-dd hh:mm:ss',
  };
}

/** Without characters that XML cannot hold, and no longer than a cell may be. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu, '')
    .slice(0, longestCell);
}
