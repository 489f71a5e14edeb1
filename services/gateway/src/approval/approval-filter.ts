import {
  processStatusOf,
  approvalTab,
  type ApprovalTab,
  businessStatus,
} from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type { ApprovalSort, approvalSorts } from '@jwxt/contracts/approval/approval.operations.ts';
import { toDateTimeText, toInstant } from '@jwxt/contracts/kernel/fields.ts';
import { sortParts } from '@jwxt/contracts/kernel/list-sort.ts';
import type { Principal } from '../kernel/principal.ts';
import { containing, sqlParams, type SqlParams } from '../kernel/sql-params.ts';
import { readsScores, titlesWithScores } from './score-content.ts';

/** What a list asks for. */
export interface ApprovalFilter {
  /** 0 all, 1 to-do, 2 done. */
  readonly type: ApprovalTab;
  readonly approvalProcessStatus?: string | undefined;
  readonly approvalBusinessStatus?: string | undefined;
  /** So many days back, and the day that it begins with; 0 is everything. */
  readonly days: number;
  /** Only these processes; absent: all. */
  readonly processNos?: readonly string[] | undefined;
  readonly keyword?: string | undefined;
  /** Absent: by the time of the tab, as the tab has it. */
  readonly sort?: ApprovalSort | undefined;
  readonly pageNum: number;
  readonly pageSize: number;
}

/** What a list goes by and in which direction: the to-do by itself from its oldest time on, all else back. */
export function orderOf({ type, sort }: Pick<ApprovalFilter, 'type' | 'sort'>): {
  by: (typeof approvalSorts)[number];
  direction: '' | ' desc';
} {
  const { key, descending } =
    sort === undefined ? { key: 'time' as const, descending: type !== approvalTab.waiting } : sortParts(sort);
  return { by: key, direction: descending ? ' desc' : '' };
}

/** The day of an instant in school time, as read models have it. */
export function dayOf(instant: Date): string {
  return toDateTimeText(instant).slice(0, 10);
}

/**
 * Condition on a column with the number of a process, with one parameter for all columns; one process is named as
 * one, so that an index by process and time gives the order. Null: any process will do.
 */
export function ofProcesses(
  { processNos }: Pick<ApprovalFilter, 'processNos'>,
  params: SqlParams,
): ((column: string) => string) | null {
  if (processNos === undefined) return null;
  const given = processNos.length === 1 ? params.add(processNos[0]) : `any(${params.add(processNos)})`;
  return (column) => `${column} = ${given}`;
}

/** The day some days before. */
export function daysBefore(now: Date, days: number): string {
  return dayOf(new Date(now.getTime() - days * 86_400_000));
}

/** The instant at which a day begins. */
export function beginOf(day: string): string {
  return toInstant(`${day} 00:00:00`);
}

/**
 * Conditions on what stands only with the application, aliased `application`: its status,
   and words in it. Empty for most lists,
 * whose rows and totals are then found without it. A title that the person is not shown is not searched either: what is
 * found would tell it.
 */
export function applicationConditions(filter: ApprovalFilter, user: Principal, params: SqlParams): string[] {
  const conditions = statusConditions(filter, params);
  if (filter.keyword) {
    const text = params.add(containing(filter.keyword));
    const shown = readsScores(user)
      ? ''
      : ` and (application.process_no <> all(${params.add(titlesWithScores)})
            or application.applicant_user = ${params.add(user.userName)})`;
    conditions.push(
      `(application.title ilike ${text}${shown} or application.applicant_name ilike ${text}
        or application.process_name ilike ${text})`,
    );
  }
  return conditions;
}

/**
 * Whether a list asks for words or statuses, of which some are rare and others common: their best plan hangs on the
 * values.
 */
export function looksAtApplications(filter: ApprovalFilter): boolean {
  return Boolean(filter.keyword) || statusConditions(filter, sqlParams()).length > 0;
}

/**
 * The status parameters as shown: the to-do tab sends business status 2 and the done tab 9, meaning “in approval” and
 * “decided”, so neither hides anything there (APPROVAL-03, 04). Any other choice is taken literally.
 */
function statusConditions(
  { type, approvalBusinessStatus: business, approvalProcessStatus: process }: ApprovalFilter,
  params: SqlParams,
): string[] {
  const shown =
    (type === approvalTab.waiting && business === businessStatus.inApproval) ||
    (type === approvalTab.decided && business === businessStatus.passed);
  const conditions: string[] = [];
  if (business && !shown) conditions.push(`application.status = ${params.add(business)}`);
  if (process && type === approvalTab.all) {
    const statuses = Object.entries(processStatusOf)
      .filter(([, of]) => of === process)
      .map(([status]) => status);
    conditions.push(`application.status = any(${params.add(statuses)})`);
  }
  return conditions;
}
