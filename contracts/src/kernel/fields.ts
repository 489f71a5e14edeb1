import { z } from 'zod';

const timeFormat = '时间格式应为 YYYY-MM-DD HH:mm:ss';

/** `YYYY-MM-DD HH:mm:ss`, school time (Asia/Shanghai), of a day that the calendar has: how every time travels to a person. */
export const dateTimeText = z.string()
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, { error: timeFormat, abort: true })
  .refine((text) => !Number.isNaN(Date.parse(shanghaiIso(text))) && toDateTimeText(shanghaiIso(text)) === text, timeFormat);

/** ISO 8601 instant with milliseconds, UTC: how every time is stored. */
export const instant = z.iso.datetime({ precision: 3 });

/** Semester key, e.g. `2026-2027-1`. */
export const semesterKey = z.string().regex(/^\d{4}-\d{4}-[123]$/, '学年学期格式应为 2026-2027-1');

/** `'1'` yes, `'0'` no. */
export const yesNo = z.enum(['0', '1']);

/** Id of one command, made by the sender; the same id again is the same command. */
export const commandId = z.uuid('commandId 应为 UUID');

/** Whole number that may arrive as text (query strings and forms). */
export const integer = z.coerce.number().int();

/** 1-based page number and page size (LIMITS-01, LIMITS-03). */
export const pageNum = integer.min(1).max(1_000_000).default(1);
export const pageSize = integer.min(1).max(200).default(10);
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
