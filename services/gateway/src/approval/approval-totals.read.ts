import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { prepared } from '../kernel/prepared-query.ts';
import { approvalListModel } from '@jwxt/contracts/approval/approval-list.read-model.ts';
import { todoQueueModel } from '@jwxt/contracts/approval/todo-queue.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { excludedPair, approvalTab } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { sqlParams, type SqlParams } from '../kernel/sql-params.ts';
import type { Viewer } from './shared/approval-viewer.ts';
import {
  looksAtApplications,
  beginOf,
  dayOf,
  daysBefore,
  ofProcesses,
  type ApprovalFilter,
} from './approval-filter.ts';
import { overdueDays } from './approval-rows.ts';
import { listsEverything, tabSources } from './approval-sources.ts';

const applicationTable = readModelTable(approvalListModel, 'application');
const handledTable = readModelTable(approvalListModel, 'handled');
const tallyTable = readModelTable(approvalListModel, 'tally');
const excludedTable = readModelTable(todoQueueModel, 'excluded');
const itemTable = readModelTable(todoQueueModel, 'item');
const queueTable = readModelTable(todoQueueModel, 'queue');

/**
 * How many applications a tab lists; always exact. Ranges of days and processes are summed from what is counted by day;
 * words and statuses are only known from the applications, so with them the applications of the range are counted.
 */
export async function readTotal(db: Queryable, viewer: Viewer, filter: ApprovalFilter, now: Date): Promise<number> {
  const params = sqlParams();
  const sum = looksAtApplications(filter)
    ? countRows(viewer, filter, now, params)
    : sumDays(viewer, filter, now, params);
  const { rows } = await db.query<{ total: number }>(`select (${sum})::int as total`, [...params.values]);
  return rows[0]?.total ?? 0;
}

function countRows(viewer: Viewer, filter: ApprovalFilter, now: Date, params: SqlParams): string {
  const { statements } = tabSources(viewer, filter, now, params, null);
  const [only, ...others] = statements;
  return others.length === 0
    ? `select count(*) from (${only}) found`
    : `select count(distinct apply_id)
      from (${statements.map((statement) => `(${statement})`).join(' union all ')}) found`;
}

function sumDays(
  { user, queueKeys, represented }: Viewer,
  { type, days, processNos }: ApprovalFilter,
  now: Date,
  params: SqlParams,
): string {
  const since = days > 0 ? params.add(daysBefore(now, days)) : null;
  const process = ofProcesses({ processNos }, params);
  const ofProcess = process ? ` and ${process('process_no')}` : '';
  // The day '' counts all days together.
  const tallied = (who: string, counted: string): string =>
    `(select coalesce(sum(count), 0) from ${tallyTable}
        where user_name = ${who} and counted = '${counted}' and day ${since ? `>= ${since}` : "= ''"}${ofProcess})`;
  if (type === approvalTab.all && listsEverything(user)) return tallied(`'*'`, 'applied');
  const me = params.add(user.userName);
  if (type === approvalTab.decided) return tallied(me, 'decided');
  const keys = params.add(queueKeys);
  const narrowed = `${since ? ` and applied_on >= ${since}` : ''}${ofProcess}`;
  const lentCounts = lent(user.userName, represented, params).map(
    ({ sign, table }) =>
      ` ${sign} (select coalesce(sum(excluded.count), 0)
        from ${table}${narrowed.replaceAll(' and ', ' and excluded.')})`,
  );
  const waiting = `(select coalesce(sum(count), 0) from ${queueTable} where queue_key = any(${keys})${narrowed})
    - (select coalesce(sum(count), 0) from ${excludedTable}
        where user_name = ${me} and queue_key = any(${keys})${narrowed})${lentCounts.join('')}`;
  if (type === approvalTab.waiting) return waiting;
  const begin = (): string => params.add(beginOf(daysBefore(now, days)));
  const notOfOthers =
    represented.size === 0
      ? ''
      : ` and not exists (
        select 1
        from unnest(${params.add([...represented.keys()])}::text[],
          ${params.add([...represented.values()].map(({ userName }) => userName))}::text[]) given (queue_key, person)
         where given.queue_key = item.queue_key and given.person = any(item.excluded))`;
  // What waits again for somebody who has decided on it before is one application, not two.
  const again = `(select count(*) from ${handledTable} handled
    join ${itemTable} item on item.apply_id = handled.apply_id
    where handled.user_name = ${me} and handled.waits_in = any(${keys}) and item.queue_key = any(${keys})
      and ${me} <> all(item.excluded)${notOfOthers}
      ${since ? ` and item.apply_time >= ${begin()}` : ''}${process ? ` and ${process('item.process_no')}` : ''})`;
  const own = `(select count(*) from ${applicationTable}
      where applicant_user = ${me}${since ? ` and apply_time >= ${begin()}` : ''}${ofProcess})`;
  return `${own} + ${waiting} + ${tallied(me, 'handled')} - ${again}`;
}

/**
 * What of the queues of others the person may not decide in their place: what they applied for or entered themselves,
 * unless it is hidden from the person already, because the person did so too.
 */
function lent(me: string, represented: Viewer['represented'], params: SqlParams): { sign: '+' | '-'; table: string }[] {
  if (represented.size === 0) return [];
  const keys = params.add([...represented.keys()]);
  const people = [...represented.values()].map(({ userName }) => userName);
  const table = (
    names: readonly string[],
  ): string => `unnest(${keys}::text[], ${params.add(names)}::text[]) given (queue_key, person)
    join ${excludedTable} excluded on excluded.user_name = given.person and excluded.queue_key = given.queue_key`;
  return [
    { sign: '-', table: `${table(people)} where true` },
    { sign: '+', table: `${table(people.map((one) => excludedPair(one, me)))} where true` },
  ];
}

/** Numbers of the approval centre. */
export interface ApprovalCounts {
  readonly todo: number;
  readonly overdue: number;
  readonly today: number;
  readonly applied: number;
  readonly done: number;
  readonly doneToday: number;
  /** Of the to-dos, those of each process that has some. */
  readonly byProcess: { processNo: string; processName: string; n: number }[];
}

/**
 * The counts of a person. The to-do count is the sum over the person's queues, less what they may not decide
 * themselves. Indexed reads of as many rows as there are days and own applications, whatever the backlog.
 */
export async function readCounts(
  db: Queryable,
  { user: { userName }, queueKeys, represented }: Viewer,
  now: Date,
): Promise<ApprovalCounts> {
  const params = sqlParams();
  const [me, keys, today] = [params.add(userName), params.add(queueKeys), params.add(dayOf(now))];
  const hidden = lent(userName, represented, params)
    .map(
      ({ sign, table }) =>
        `union all select excluded.waiting_from, excluded.limit_days, excluded.process_no, ${sign}excluded.count
           from ${table}`,
    )
    .join(' ');
  const { rows } = await db.query<ApprovalCounts>(
    prepared(
      `with found as (
         select waiting_from as day, limit_days, process_no, count as n
           from ${queueTable} where queue_key = any(${keys})
         union all select waiting_from, limit_days, process_no, -count from ${excludedTable}
         where user_name = ${me} and queue_key = any(${keys}) ${hidden})
      select * from (
       select coalesce(sum(n), 0)::int as todo,
         coalesce(sum(n) filter
         (where day < (${today}::text::date - coalesce(nullif(limit_days, 0), ${overdueDays}))::text), 0)::int as
         overdue,
              coalesce(sum(n) filter (where day = ${today}::text), 0)::int as today from found) waiting,
      (select coalesce(jsonb_agg(jsonb_build_object('processNo', each.process_no, 'processName',
          coalesce(published.definition->>'processName', each.process_no), 'n', n)
          order by n desc, each.process_no), '[]')
          as "byProcess"
         from (select process_no, sum(n)::int as n from found group by process_no having sum(n) > 0) each
         left join base.process_definition published
           on published.process_no = each.process_no and published.status = '1') processes,
      (select coalesce(sum(count) filter (where day = ''), 0)::int as done,
        coalesce(sum(count) filter (where day = ${today}::text), 0)::int as "doneToday"
         from ${tallyTable}
         where user_name = ${me} and counted = 'decided' and day = any(array['', ${today}::text])) decided,
      (select count(*)::int as applied from ${applicationTable} where applicant_user = ${me}) own`,
      [...params.values],
    ),
  );
  return rows[0] ?? { todo: 0, overdue: 0, today: 0, applied: 0, done: 0, doneToday: 0, byProcess: [] };
}
