import { z } from 'zod';
import { numberProblem, plainNumber, wholeNumberOf, type NumberRule } from './number-text.ts';
import { yesNo } from './yes-no.ts';

const timeFormat = '时间格式应为 YYYY-MM-DD HH:mm:ss';

/**
 * `YYYY-MM-DD HH:mm:ss`, school time (Asia/Shanghai), of a day that the calendar has: how every time travels to a
 * person.
 */
export const dateTimeText = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, { error: timeFormat, abort: true })
  .refine(
    (text) => !Number.isNaN(Date.parse(shanghaiIso(text))) && toDateTimeText(shanghaiIso(text)) === text,
    timeFormat,
  );

/** `YYYY-MM-DD`, a day that the calendar has. */
export const dateText = z.string('必填').refine((text) => isDay(text), '日期格式应为 YYYY-MM-DD');
/** `YYYY-MM`, a month. */
export const monthText = z.string('必填').regex(/^(19|2\d)\d{2}-(0[1-9]|1[0-2])$/, '年月格式应为 YYYY-MM');

/** Whether a text is a day of the calendar, `YYYY-MM-DD`, from 1900 on. */
export function isDay(text: string): boolean {
  if (!/^(19|2\d)\d{2}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** Whole years ahead for which anybody plans. */
const YEARS_AHEAD = 10;

/**
 * Why a time cannot be one that somebody plans with, an entry window or a delegation; null when it can. What begins or
 * ends decades away is a slip of the keyboard, or means “for ever”, which nobody would look at again.
 */
export function unplannable(text: string): string | null {
  const [year, last] = [Number(text.slice(0, 4)), new Date().getFullYear() + YEARS_AHEAD];
  return year >= 2000 && year <= last ? null : `年份应在2000年至${last}年之间`;
}

/** {@link dateTimeText} of a window, a delegation or a publication that is being planned. */
export const plannedTime = dateTimeText.superRefine((text, context) => {
  const message = unplannable(text);
  if (message !== null) context.addIssue({ code: 'custom', message });
});

/** ISO 8601 instant with milliseconds, UTC: how every time is stored. */
export const instant = z.iso.datetime({ precision: 3 });

/** Semester key, e.g. `2026-2027-1`. */
export const semesterKey = z.string().regex(/^\d{4}-\d{4}-[123]$/, '学年学期格式应为 2026-2027-1');

/** One of {@link yesNo}. */
export const yesNoFlag = z.enum(yesNo);

/** Id of one command, made by the sender; the same id again is the same command. */
export const commandId = z.uuid('commandId 应为 UUID');

/**
 * zod's number that reads text strictly before it judges: its own coercion takes `1e3`, `0x10`, `true` and nothing at
 * all for numbers.
 */
const StrictNumber = z.core.$constructor<z.ZodNumber>('StrictNumber', (inst, def) => {
  z.ZodNumber.init(inst, def);
  const judge = inst._zod.parse;
  inst._zod.parse = (payload, context) => {
    payload.value = wholeNumberOf(payload.value);
    return judge(payload, context);
  };
});

/** Whole number that may arrive as text (query strings and forms), with the words for what is none. */
export function wholeNumber(message?: string): z.ZodCoercedNumber {
  return (
    new StrictNumber({
      type: 'number',
      checks: [],
      ...(message === undefined ? {} : { error: () => message }),
    }) as z.ZodCoercedNumber
  ).int(message);
}

/** {@link wholeNumber} between two ends, both included. */
export function integer(
  min = Number.MIN_SAFE_INTEGER,
  max = Number.MAX_SAFE_INTEGER,
  message?: string,
): z.ZodCoercedNumber {
  return wholeNumber(message).min(min, message).max(max, message);
}

/**
 * A decimal number as plain text, which may arrive full-width or as a number; more places than `rule` allows are
 * refused, not rounded.
 */
export function decimalText(rule: NumberRule) {
  return z.coerce
    .string()
    .transform(plainNumber)
    .superRefine((text, context) => {
      const message = numberProblem(text, rule);
      if (message !== null) context.addIssue({ code: 'custom', message });
    });
}

/** 1-based page number and page size (LIMITS-01, LIMITS-03). */
export const pageNum = integer(1, 1_000_000).default(1);
export const pageSize = integer(1, 200).default(10);
/** Rows per page where scores are listed (SCORE-ENTRY-08). */
export const SCORE_PAGE_SIZE = 20;
export const total = z.number().int().min(0);

/** Offset of the school's time zone. China has had one zone and no summer time since 1991. */
const SHANGHAI_OFFSET_MS = 8 * 3600_000;

/** An instant as `YYYY-MM-DD HH:mm:ss` in school time. */
export function toDateTimeText(value: string | number | Date): string {
  return new Date(new Date(value).getTime() + SHANGHAI_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');
}

/** `YYYY-MM-DD HH:mm:ss` in school time as an ISO instant. */
export function toInstant(text: string): string {
  return new Date(shanghaiIso(text)).toISOString();
}

function shanghaiIso(text: string): string {
  return `${text.replace(' ', 'T')}.000+08:00`;
}
