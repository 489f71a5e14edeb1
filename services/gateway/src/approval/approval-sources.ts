import { approvalTab } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { Principal } from '../kernel/principal.ts';
import { seesEverything } from '../kernel/scope.ts';
import { byPinyin } from '../kernel/sorted-by.ts';
import type { SqlParams } from '../kernel/sql-params.ts';
import type { Viewer } from './shared/approval-viewer.ts';
import {
  applicationConditions,
  beginOf,
  daysBefore,
  orderOf,
  ofProcesses,
  type ApprovalFilter,
} from './approval-filter.ts';
import { approvalListModel } from '@jwxt/contracts/approval/approval-list.read-model.ts';
import { todoQueueModel } from '@jwxt/contracts/approval/todo-queue.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';

const applicationTable = readModelTable(approvalListModel, 'application');
const handledTable = readModelTable(approvalListModel, 'handled');
const itemTable = readModelTable(todoQueueModel, 'item');
const queueTable = readModelTable(todoQueueModel, 'queue');

/** Under this code people see the approval centre. */
export const QUERY_PERMISSION: PermissionCode = 'systemApprove:query';

/**
 * The statements that a tab is made of: each gives `(apply_id, at, decided_at)`; an application may come from several.
 * `at` is what the tab is sorted by, `decided_at` when the person decided on it.
 */
export interface TabSources {
  /** By these two, before the key. */
  readonly order: string;
  readonly statements: readonly string[];
}

type SortKey = ReturnType<typeof orderOf>['by'];
/** What a person's own decisions are sorted by: columns that the index of their time carries. */
const decidedColumns = {
  time: 'decided_at',
  applyTime: 'apply_time',
  process: 'process_name',
  applicant: 'applicant_name',
  status: 'status',
} as const satisfies Record<SortKey, string>;
type DecidedColumn = (typeof decidedColumns)[SortKey];

/** How `at` is ordered that has the values of such a column: what is no time goes on from the last decision on. */
function decidedOrder(column: DecidedColumn, direction: '' | ' desc', of: { at: string; decidedAt: string }): string {
  if (column === 'decided_at' || column === 'apply_time') return `${of.at}${direction}`;
  return `${column === 'status' ? of.at : byPinyin(of.at)}${direction}, ${of.decidedAt} desc`;
}

/**
 * What a tab lists, from where it is found in order (APPROVAL-02…04): each statement walks an index and ends at the row
 * number `upTo` (a parameter, or null for all), so that the first pages cost the same whatever the backlog.
 */
export function tabSources(
  { user, queueKeys, represented }: Viewer,
  filter: ApprovalFilter,
  now: Date,
  params: SqlParams,
  upTo: number | null,
): TabSources {
  const { by, direction } = orderOf(filter);
  const parts: Parts = {
    me: () => params.add(user.userName),
    since: filter.days > 0 ? params.add(beginOf(daysBefore(now, filter.days))) : null,
    process: ofProcesses(filter, params),
    conditions: applicationConditions(filter, user, params),
    limit: upTo === null ? 'all' : params.add(upTo),
    direction,
  };
  const keys = (): Queues => ({
    keys: params.add(queueKeys),
    absent:
      represented.size === 0
        ? null
        : params.add(queueKeys.map((key) => represented.get(key)?.userName ?? user.userName)),
  });
  const order = `at${direction}`;
  switch (filter.type) {
    case approvalTab.waiting:
      return { order, statements: [waiting(parts, keys(), 'waiting_since')] };
    case approvalTab.decided:
      return {
        order: decidedOrder(decidedColumns[by], direction, { at: 'at', decidedAt: 'decided_at' }),
        statements: [decided(parts, 'decided_at', decidedColumns[by])],
      };
    default:
      return {
        order,
        statements: listsEverything(user)
          ? [applied(parts, false)]
          : [applied(parts, true), waiting(parts, keys(), 'apply_time'), decided(parts, 'apply_time', 'apply_time')],
      };
  }
}

/** Whether the tab of all shows the applications of all people. */
export function listsEverything(user: Principal): boolean {
  return seesEverything(user, QUERY_PERMISSION, 'application');
}

/**
 * `$n` of the queues, and of who may not have had a hand in what waits there beside the person: the one whose queue it
 * is; null when all are the person's own.
 */
interface Queues {
  readonly keys: string;
  readonly absent: string | null;
}

interface Parts {
  /** Only where it is used: a value that a statement does not use is an error. */
  readonly me: () => string;
  /** `$n` of an instant; null without. */
  readonly since: string | null;
  readonly process: ReturnType<typeof ofProcesses>;
  /** On the application. */
  readonly conditions: readonly string[];
  readonly limit: string;
  readonly direction: '' | ' desc';
}

const all = (conditions: readonly (string | null)[]): string =>
  conditions.filter((condition) => condition !== null).join(' and ') || 'true';
const application = (conditions: readonly string[], of: string): string =>
  conditions.length === 0 ? '' : `join ${applicationTable} application on application.apply_id = ${of}.apply_id`;

const undecided = 'null::timestamptz as decided_at';

/** Own applications, or everybody's. */
function applied({ me, since, process, conditions, limit, direction }: Parts, own: boolean): string {
  const where = all([
    own ? `application.applicant_user = ${me()}` : null,
    since && `application.apply_time >= ${since}`,
    process && process('application.process_no'),
    ...conditions,
  ]);
  // Nothing but what the index carries is asked for, so that a rare word is looked for in the index alone.
  return `select application.apply_id, application.apply_time as at, ${undecided}
    from ${applicationTable} application where ${where}
    order by application.apply_time${direction}, application.apply_id limit ${limit}`;
}

/**
 * What waits in the queues: of each that is not empty as many as are wanted. What waits since before a time was applied
 * for before it.
 */
function waiting(
  { me, since, process, conditions, limit, direction }: Parts,
  { keys, absent }: Queues,
  by: 'waiting_since' | 'apply_time',
): string {
  const where = all([
    'item.queue_key = found.queue_key',
    `${me()} <> all(item.excluded)`,
    absent && 'found.person <> all(item.excluded)',
    process && process('item.process_no'),
    since && `item.apply_time >= ${since}`,
    since && by === 'waiting_since' ? `item.waiting_since >= ${since}` : null,
    ...conditions,
  ]);
  const queues =
    absent === null
      ? `select distinct queue_key from ${queueTable} where queue_key = any(${keys})`
      : `select given.queue_key, given.person from unnest(${keys}::text[], ${absent}::text[]) given (queue_key, person)
        where exists (select 1 from ${queueTable} queue where queue.queue_key = given.queue_key)`;
  return `select other_found.apply_id, other_found.at, ${undecided} from (${queues}) found cross join lateral (
    select item.apply_id, item.${by} as at from ${itemTable} item ${application(conditions, 'item')} where ${where}
    order by item.${by}${direction}, item.apply_id limit ${limit}) other_found`;
}

/** What the person decided on, of a range of one time. */
function decided(
  { me, since, process, conditions, limit, direction }: Parts,
  within: 'decided_at' | 'apply_time',
  by: DecidedColumn,
): string {
  const where = all([
    `handled.user_name = ${me()}`,
    since && `handled.${within} >= ${since}`,
    process && process('handled.process_no'),
    ...conditions,
  ]);
  const order = decidedOrder(by, direction, { at: `handled.${by}`, decidedAt: 'handled.decided_at' });
  return `select handled.apply_id, handled.${by} as at, handled.decided_at
    from ${handledTable} handled ${application(conditions, 'handled')}
    where ${where} order by ${order}, handled.apply_id limit ${limit}`;
}
