import { toDateTimeText } from '../kernel/fields.ts';
import { businessStatus, OFFICE } from './approval.vocabulary.ts';

/** Days from a day to a later one, both `YYYY-MM-DD` of the school's calendar. */
function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

/**
 * Whether what waits since one day is overdue on another, both `YYYY-MM-DD` or begun so: more days have passed than its
 * process, or else the school (SP_CBTS), gives a node. Days of the calendar, because to-dos are counted by day: lists
 * and counts say the same.
 */
export function isOverdue(waitingSince: string, now: string, limitDays: number): boolean {
  return daysBetween(waitingSince.slice(0, 10), now.slice(0, 10)) > limitDays;
}

interface Level {
  readonly processNodeId: string;
  readonly roleCode: string;
}

/**
 * Who is one level above a node, to whom is reported what waits there too long: those who decide next of the nodes that
 * are asked, above the last of them the office; null above the office itself.
 */
export function levelAbove<N extends Level>(
  asked: readonly N[],
  { processNodeId, roleCode }: Level,
): N | typeof OFFICE | null {
  const next = asked[asked.findIndex((node) => node.processNodeId === processNodeId) + 1];
  return next ?? (roleCode === OFFICE.roleCode ? null : OFFICE);
}

/** An application as far as taking it back goes. */
export interface Recallable {
  readonly status: string;
  /** Whether its process lets it be taken back once somebody decides on it. */
  readonly recallAllowed: boolean;
  /** Whether all who decided in this round are of the applicant's own unit. */
  readonly decidedAtHome: boolean;
}

/**
 * Whether its applicant may take it back: 1 → 4 always; 2 → 4 where the process allows it and no other unit has decided
 * in this round (LC-A).
 */
export function mayRecall({ status, recallAllowed, decidedAtHome }: Recallable): boolean {
  return status === businessStatus.awaiting || (status === businessStatus.inApproval && recallAllowed && decidedAtHome);
}

const withApplicant: readonly string[] = [businessStatus.saved, businessStatus.returned, businessStatus.recalled];
/** Whether an application of this status is with its applicant, who may change it: saved, returned or recalled. */
export function isWithApplicant(status: string): boolean {
  return withApplicant.includes(status);
}

/** Whether an application of this status was turned down: returned to its applicant, or not passed. */
export function isTurnedDown(status: string): boolean {
  return status === businessStatus.returned || status === businessStatus.notPassed;
}

/** Whether it was urged on the school's day of `now` already: once a day is enough. */
export function isUrgedToday(urgedAt: string | Date | null, now: string | Date): boolean {
  return urgedAt !== null && toDateTimeText(urgedAt).slice(0, 10) === toDateTimeText(now).slice(0, 10);
}
