import { punishName } from './conduct.vocabulary.ts';

/** Days after the delivery in which a student may appeal, and after the appeal in which it is to be decided. */
export const APPEAL_DAYS = 10;
export const APPEAL_DECISION_DAYS = 15;

/** Least and most months that a punishment may last (STUDENT-STATUS-39); null: it has no end. */
export function monthsOf(name: string): readonly [least: number, most: number] | null {
  if (name === punishName.expulsion) return null;
  return name === punishName.probation ? [12, 12] : [6, 12];
}

/** What is wrong with the months of a punishment; null when nothing is. */
export function monthsProblem(name: string, months: number | null): string | null {
  const range = monthsOf(name);
  if (range === null) return months === null ? null : '开除学籍没有期限，请留空';
  const [least, most] = range;
  if (months !== null && months >= least && months <= most) return null;
  return least === most ? `期限应为 ${String(least)} 个月` : `期限应为 ${String(least)} 至 ${String(most)} 个月`;
}

/** A day some days later; days are `YYYY-MM-DD`. */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The day some months later; where that month is shorter, its last day. */
export function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

/** The day from which on a punishment may be removed: its months count from the delivery. */
export function endOf(deliverDate: string, months: number | null): string | null {
  return months === null ? null : monthsAfter(deliverDate, months);
}

/** Last day for an appeal. */
export const appealUntil = (deliverDate: string): string => daysAfter(deliverDate, APPEAL_DAYS);
/** The day by which an appeal is to be decided. */
export const appealDecisionUntil = (appealDate: string): string => daysAfter(appealDate, APPEAL_DECISION_DAYS);
