import type { z } from 'zod';
import type {
  importRowView,
  importRunView,
  importRunSorts,
} from '@jwxt/contracts/base-info/import-record.operations.ts';
import { allResources } from '@jwxt/contracts/all-areas.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { ImportColumn, ImportCounts, ImportRowState } from '@jwxt/contracts/kernel/resource-import.ts';
import { resources, type ResourceName } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import { longJobStatusNames, type LongJobStatus } from '@jwxt/contracts/system/long-job.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Principal } from '../kernel/principal.ts';
import { seesEverything } from '../kernel/scope.ts';
import { mapped, selection, type Selection } from '../kernel/selection.ts';
import { sortedOrder, byPinyin, type ListPage } from '../kernel/sorted-by.ts';
import { sqlParams, type SqlParams } from '../kernel/sql-params.ts';

export type RunView = z.input<typeof importRunView>;
type RowView = z.input<typeof importRowView>;

interface JobRow {
  jobId: string;
  status: LongJobStatus;
  total: number;
  done: number;
  failure: string | null;
}
interface RunRow extends ImportCounts {
  runId: string;
  resource: ResourceName;
  fileName: string;
  digest: string;
  userName: string;
  name: string;
  createdAt: Date;
  run: JobRow | null;
  undo: JobRow | null;
  stored: number;
  refused: number;
  undone: number;
  kept: number;
  n: number;
}

const job = (alias: string): string =>
  `case when ${alias}.job_id is null then null else jsonb_build_object('jobId', ${alias}.job_id, 'status',
      ${alias}.status, 'total', ${alias}.total, 'done', ${alias}.done, 'failure', ${alias}.failure) end`;
const runs = (where: string): string => `
  select import_run.run_id as "runId", import_run.resource, import_run.file_name as "fileName", import_run.digest,
    import_run.user_name as "userName", import_run.name,
      import_run.created_at as "createdAt", import_run.total, import_run.added, import_run.changed,
        import_run.unchanged, import_run.wrong, ${job('job')} as run,
      ${job('undo_job')} as undo, import_change.*, count(*) over ()::int as n
    from gateway.import_run
    left join base.long_job job on job.job_id = import_run.job_id
    left join base.long_job undo_job on undo_job.job_id = import_run.undo_job_id
    cross join lateral (select count(*) filter (where message is null)::int as stored,
        count(*) filter (where message is not null)::int as refused, count(*) filter (where undone)::int as undone,
        count(*) filter (where undo_message is not null)::int as kept
      from base.import_change where run_id = import_run.run_id) import_change
   where ${where}`;

/** The own imports; everybody's for who sees the whole school. */
function visible(user: Principal, params: SqlParams): string {
  return seesEverything(user, 'baseImport:query', 'job')
    ? 'true'
    : `import_run.user_name = ${params.add(user.userName)}`;
}

/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof importRunSorts)[number], string>> = {
  resourceName: 'import_run.resource',
  fileName: byPinyin('import_run.file_name'),
  total: 'import_run.total',
  name: byPinyin('import_run.name'),
  createdTime: 'import_run.created_at',
};

/** One page of what was brought in, newest first. */
export async function listRuns(
  db: Queryable,
  user: Principal,
  { resource, pageNo, pageSize, sort }: { resource?: string | undefined } & ListPage<(typeof importRunSorts)[number]>,
): Promise<{ list: RunView[]; total: number }> {
  const params = sqlParams();
  const where = [
    visible(user, params),
    'import_run.job_id is not null',
    ...(resource === undefined ? [] : [`import_run.resource = ${params.add(resource)}`]),
  ].join(' and ');
  const { rows } = await db.query<RunRow>(
    `${runs(where)} order by ${sortedOrder(sort, sortExpressions, 'import_run.created_at desc, import_run.run_id')}
      limit ${params.add(pageSize)}
      offset ${params.add((pageNo - 1) * pageSize)}`,
    [...params.values],
  );
  return { list: rows.map(runView), total: rows[0]?.n ?? 0 };
}

/** One import, if the person may see it; also one that was only looked at. */
export async function findRun(db: Queryable, user: Principal, runId: string): Promise<RunView | undefined> {
  const params = sqlParams();
  const where = `${visible(user, params)} and import_run.run_id = ${params.add(runId)}`;
  const { rows } = await db.query<RunRow>(runs(where), [...params.values]);
  return rows[0] && runView(rows[0]);
}

function runView({ n: _n, createdAt, total, added, changed, unchanged, wrong, run, undo, ...row }: RunRow): RunView {
  const jobView = (each: JobRow | null) => each && { ...each, statusName: longJobStatusNames[each.status] };
  return {
    ...row,
    service: allResources.find(({ name }) => name === row.resource)?.service ?? '',
    resourceName: resources[row.resource].title,
    createdTime: toDateTimeText(createdAt),
    counts: { total, added, changed, unchanged, wrong },
    run: jobView(run),
    undo: jobView(undo),
  };
}

/** One page of the rows of a file, of one kind or all. */
export async function listRows(
  db: Queryable,
  runId: string,
  { state, pageNo, pageSize }: { state?: ImportRowState | 'failed' | undefined; pageNo: number; pageSize: number },
): Promise<{ list: RowView[]; total: number }> {
  const params = sqlParams();
  const conditions = [
    `import_row.run_id = ${params.add(runId)}`,
    ...(state === undefined
      ? []
      : [
          state === 'failed'
            ? `coalesce(import_change.message, import_change.undo_message) is not null`
            : `import_row.state = ${params.add(state)}`,
        ]),
  ];
  const { rows } = await db.query<RowView & { n: number }>(
    `select import_row.row_no as "rowNo", import_row.state, import_row.called, import_row.errors, import_row.changes,
      coalesce(import_change.undo_message, import_change.message, '')
        as message, count(*) over ()::int as n
       from gateway.import_row left join base.import_change using (run_id, row_no)
      where ${conditions.join(' and ')} order by import_row.row_no limit ${params.add(pageSize)}
      offset ${params.add((pageNo - 1) * pageSize)}`,
    [...params.values],
  );
  return { list: rows.map(({ n: _n, ...row }) => row), total: rows[0]?.n ?? 0 };
}

/** A line that was not stored, as it stood, and why. */
export interface BadRow {
  readonly cells: readonly string[];
  readonly reason: string;
}
interface StoredBadRow {
  readonly cells: readonly string[];
  readonly errors: RowView['errors'];
  readonly message: string | null;
}

/** The columns of a file. */
export async function columnsOf(db: Queryable, runId: string): Promise<readonly ImportColumn[]> {
  const { rows } = await db.query<{ columns: ImportColumn[] }>(
    'select columns from gateway.import_run where run_id = $1',
    [runId],
  );
  return (rows[0]?.columns ?? []).filter(({ header }, at, all) => header !== '错误原因' || at < all.length - 1);
}

/** Lines that are wrong, and those that could not be stored. */
export function badRowsOf(runId: string): Selection<BadRow> {
  return mapped<StoredBadRow, BadRow>(
    selection<StoredBadRow>(
      `select import_row.cells, import_row.errors, import_change.message from gateway.import_row
         left join base.import_change using (run_id, row_no)
        where import_row.run_id = $1 and (import_row.state = '4' or import_change.message is not null)
          order by import_row.row_no`,
      [runId],
    ),
    ({ cells, errors, message }) => ({
      cells,
      reason: [
        ...errors.map(({ letter, header, value, message: why }) =>
          letter === '' ? `${header === '' ? '' : `${header}：`}${why}` : `${letter} 列 ${header}“${value}”：${why}`,
        ),
        ...(message === null ? [] : [message]),
      ].join('；'),
    }),
  );
}
