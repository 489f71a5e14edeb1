import type { z } from 'zod';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { yesNo, type YesNo, yesNoOf } from '@jwxt/contracts/kernel/yes-no.ts';
import type {
  jobItemSorts,
  longJobItemView,
  longJobView,
  longJobSorts,
} from '@jwxt/contracts/system/long-job.operations.ts';
import {
  isOpenJob,
  longJobKindNames,
  longJobResultNames,
  longJobStatusNames,
  type LongJobResult,
  type LongJobStatus,
  longJobStatus,
} from '@jwxt/contracts/system/long-job.vocabulary.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { mayDo, type Principal } from '../kernel/principal.ts';
import { scopeCondition, type ScopedRow } from '../kernel/scope.ts';
import { mapped, selection, type Selection } from '../kernel/selection.ts';
import { sortedOrder, byPinyin, type ListPage } from '../kernel/sorted-by.ts';
import { containing, sqlParams, type SqlParams } from '../kernel/sql-params.ts';

type JobView = z.input<typeof longJobView>;
type ItemView = z.input<typeof longJobItemView>;

interface JobRow {
  job_id: string;
  kind: string;
  title: string;
  status: LongJobStatus;
  total: number;
  done: number;
  failed: number;
  skipped: number;
  user_name: string;
  name: string;
  created_at: Date;
  started_at: Date | null;
  ended_at: Date | null;
  cancel_requested_by: string | null;
  failure: string | null;
  within: boolean;
}
interface ItemRow {
  item_no: number;
  item_key: string;
  item_name: string;
  result: LongJobResult;
  message: string;
  at: Date | null;
}

/** A job belongs to the unit of whoever started it. */
const jobScope: ScopedRow = {
  target: 'job',
  DW: 'job.department_id',
  own: ({ userName }, params) => `job.user_name = ${params.add(userName)}`,
};

/** One's own jobs, and those that the scope of a permission covers. */
function visible(user: Principal, permission: PermissionCode | null, params: SqlParams): string {
  return `(job.user_name = ${params.add(user.userName)} or ${scopeCondition(user, permission, jobScope, params)})`;
}

const columns = `job.job_id, job.kind, job.title, job.status, job.total, job.done, job.failed, job.skipped,
  job.user_name, job.name,
    job.created_at, job.started_at, job.ended_at, job.cancel_requested_by, job.failure`;

/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof longJobSorts)[number], string>> = {
  title: byPinyin('job.title'),
  status: 'job.status',
  failed: 'job.failed',
  name: byPinyin('job.name'),
  createdTime: 'job.created_at',
  endedTime: 'job.ended_at',
};

/** What the list asks for. */
export interface JobFilter extends ListPage<(typeof longJobSorts)[number]> {
  readonly kind?: string | undefined;
  readonly status?: string | undefined;
  readonly mine: YesNo;
}

/** Jobs that a person may see, newest first, and the kinds among them. */
export async function listJobs(
  db: Queryable,
  user: Principal,
  permission: PermissionCode | null,
  filter: JobFilter,
  now: Date,
): Promise<{ list: JobView[]; total: number; kinds: { kind: string; kindName: string }[] }> {
  const params = sqlParams();
  const seen = visible(user, permission, params);
  const conditions = [
    seen,
    ...(filter.kind ? [`job.kind = ${params.add(filter.kind)}`] : []),
    ...(filter.mine === yesNo.yes ? [`job.user_name = ${params.add(user.userName)}`] : []),
    ...(filter.status === 'open'
      ? [`job.status in ('0', '1')`]
      : filter.status
        ? [`job.status = ${params.add(filter.status)}`]
        : []),
  ];
  const { rows } = await db.query<JobRow & { n: number }>(
    `select ${columns}, ${cancellable(user, params)} as within, count(*) over ()::int as n from base.long_job job
      where ${conditions.join(' and ')}
      order by ${sortedOrder(filter.sort, sortExpressions, 'job.created_at desc, job.job_id')}
      limit ${params.add(filter.pageSize)}
      offset ${params.add((filter.pageNo - 1) * filter.pageSize)}`,
    [...params.values],
  );
  const own = sqlParams();
  const { rows: kinds } = await db.query<{ kind: string }>(
    `select distinct job.kind from base.long_job job where ${visible(user, permission, own)} order by 1`,
    [...own.values],
  );
  return {
    list: rows.map((row) => viewOf(row, now)),
    total: rows[0]?.n ?? 0,
    kinds: kinds.map(({ kind }) => ({ kind, kindName: kindNameOf(kind) })),
  };
}

/** One job, if the person may see it. */
export async function findJob(
  db: Queryable,
  user: Principal,
  permission: PermissionCode | null,
  jobId: string,
  now: Date,
): Promise<JobView | null> {
  const params = sqlParams();
  const {
    rows: [row],
  } = await db.query<JobRow>(
    `select ${columns}, ${cancellable(user, params)} as within from base.long_job job
      where job.job_id = ${params.add(jobId)} and ${visible(user, permission, params)}`,
    [...params.values],
  );
  return row ? viewOf(row, now) : null;
}

interface ItemFilter {
  readonly result?: string | undefined;
  readonly keyword?: string | undefined;
}

/** One page of what became of the things of a job, in their order. */
export async function listJobItems(
  db: Queryable,
  jobId: string,
  { pageNo, pageSize, sort, ...filter }: ItemFilter & ListPage<(typeof jobItemSorts)[number]>,
): Promise<{ list: ItemView[]; total: number }> {
  const params = sqlParams();
  const asked = askedItems(jobId, filter, params, sortedOrder(sort, itemSortExpressions, 'item_no'));
  const { rows } = await db.query<ItemRow & { n: number }>(
    `${asked} limit ${params.add(pageSize)} offset ${params.add((pageNo - 1) * pageSize)}`,
    [...params.values],
  );
  return { list: rows.map(itemViewOf), total: rows[0]?.n ?? 0 };
}

/** All of them, for a workbook. */
export function exportedItems(jobId: string, filter: ItemFilter): Selection<ItemView> {
  const params = sqlParams();
  return mapped(selection<ItemRow>(askedItems(jobId, filter, params), params.values), itemViewOf);
}

/** What the things of a job are sorted by. */
const itemSortExpressions: Readonly<Record<(typeof jobItemSorts)[number], string>> = {
  itemName: byPinyin('item_name'),
  result: 'result',
  time: 'at',
};

function askedItems(jobId: string, filter: ItemFilter, params: SqlParams, order = 'item_no'): string {
  const conditions = [
    `job_id = ${params.add(jobId)}`,
    ...(filter.result ? [`result = ${params.add(filter.result)}`] : []),
    ...(filter.keyword ? [`item_name ilike ${params.add(containing(filter.keyword))}`] : []),
  ];
  return `select item_no, item_key, item_name, result, message, at, count(*) over ()::int as n from base.long_job_item
    where ${conditions.join(' and ')} order by ${order}`;
}

function itemViewOf(row: ItemRow): ItemView {
  return {
    itemNo: row.item_no,
    itemKey: row.item_key,
    itemName: row.item_name,
    result: row.result,
    resultName: longJobResultNames[row.result],
    message: row.message,
    time: row.at && toDateTimeText(row.at),
  };
}

/** Whether the person may stop the job: holds the code, and it is his own or in its scope. */
function cancellable(user: Principal, params: SqlParams): string {
  return mayDo(user, 'longJob:cancel') ? visible(user, 'longJob:cancel', params) : 'false';
}

function kindNameOf(kind: string): string {
  return longJobKindNames[kind] ?? kind;
}

function viewOf(row: JobRow, now: Date): JobView {
  const open = isOpenJob(row.status);
  return {
    jobId: row.job_id,
    kind: row.kind,
    kindName: kindNameOf(row.kind),
    title: row.title,
    status: row.status,
    statusName: longJobStatusNames[row.status],
    total: row.total,
    done: row.done,
    failed: row.failed,
    skipped: row.skipped,
    userName: row.user_name,
    name: row.name,
    createdTime: toDateTimeText(row.created_at),
    startedTime: row.started_at && toDateTimeText(row.started_at),
    endedTime: row.ended_at && toDateTimeText(row.ended_at),
    secondsLeft: secondsLeft(row, now),
    cancelledBy: row.cancel_requested_by,
    failure: row.failure,
    cancellable: yesNoOf(open && row.within && row.cancel_requested_by === null),
  };
}

/** By the speed so far; a job that has just begun, or waits, has none. */
function secondsLeft({ status, started_at: started, total, done }: JobRow, now: Date): number | null {
  if (status !== longJobStatus.running || started === null || done === 0) return null;
  const elapsed = Math.max(0, now.getTime() - started.getTime());
  return Math.ceil(((elapsed / done) * (total - done)) / 1000);
}
