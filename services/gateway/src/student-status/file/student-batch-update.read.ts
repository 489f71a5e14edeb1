import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type {
  BatchRun,
  batchUpdateSorts,
} from '@jwxt/contracts/student-status/file/student-batch-update.operations.ts';
import { isOpenJob, longJobStatusNames, type LongJobStatus } from '@jwxt/contracts/system/long-job.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Principal } from '../../kernel/principal.ts';
import { seesEverything } from '../../kernel/scope.ts';
import { mapped, selection, type Selection } from '../../kernel/selection.ts';
import { sortedOrder, byPinyin, type ListPage } from '../../kernel/sorted-by.ts';
import { containing, sqlParams, type SqlParams } from '../../kernel/sql-params.ts';

type Found = Omit<BatchRun, 'operateTime' | 'statusName' | 'open' | 'mayUndo'> & {
  userName: string;
  at: Date;
  status: LongJobStatus | null;
  undoStatus: LongJobStatus | null;
  n: number;
};

/** The own runs, everybody's for who sees the whole school. */
function statementOf(user: Principal, operatorName: string, params: SqlParams): string {
  const where = [
    seesEverything(user, 'studentBatchUpdate:query', 'job') ? 'true' : `batch.user_name = ${params.add(user.userName)}`,
    ...(operatorName === '' ? [] : [`run.name ilike ${params.add(containing(operatorName))}`]),
  ];
  return `select batch.run_id as "batchId", batch.batch_fields as fields, batch.batch_reason as reason,
        run.file_name as "fileName", run.total as "totalNum", run.user_name as "userName", run.name as "operatorName",
        batch.created_at as at, job.status, undo_job.status as "undoStatus", change.*, count(*) over ()::int as n
       from base.student_batch_update batch join gateway.import_run run using (run_id)
       left join base.long_job job on job.job_id = run.job_id
       left join base.long_job undo_job on undo_job.job_id = run.undo_job_id
       cross join lateral (select count(*) filter (where message is null)::int as "okNum",
           run.wrong + count(*) filter (where message is not null)::int as "failNum",
           count(*) filter (where undone)::int as "undoneNum"
         from base.import_change where import_change.run_id = batch.run_id) change
      where ${where.join(' and ')}`;
}

const viewOf =
  (user: Principal) =>
  (found: Found): BatchRun => {
    const { n: _n, at, status, undoStatus, userName, ...run } = found;
    const last = undoStatus ?? status;
    const open = last !== null && isOpenJob(last);
    return {
      ...run,
      operateTime: toDateTimeText(at),
      statusName: last === null ? '' : `${undoStatus === null ? '' : '撤销'}${longJobStatusNames[last]}`,
      open,
      mayUndo: userName === user.userName && undoStatus === null && !open && run.okNum > 0,
    };
  };

/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof batchUpdateSorts)[number], string>> = {
  operateTime: 'batch.created_at',
  operatorName: byPinyin('run.name'),
  totalNum: 'run.total',
};

/** One page of runs, newest first. */
export async function listBatches(
  db: Queryable,
  user: Principal,
  operatorName: string,
  { pageNo, pageSize, sort }: ListPage<(typeof batchUpdateSorts)[number]>,
): Promise<{ rows: BatchRun[]; total: number }> {
  const params = sqlParams();
  const { rows } = await db.query<Found>(
    `${statementOf(user, operatorName, params)}
      order by ${sortedOrder(sort, sortExpressions, 'batch.created_at desc, batch.run_id')}
      limit ${params.add(pageSize)} offset ${params.add((pageNo - 1) * pageSize)}`,
    [...params.values],
  );
  return { rows: rows.map(viewOf(user)), total: rows[0]?.n ?? 0 };
}

/** All runs, for a workbook. */
export function batchRuns(user: Principal, operatorName: string): Selection<BatchRun> {
  const params = sqlParams();
  const text = `${statementOf(user, operatorName, params)} order by at desc, batch.run_id`;
  return mapped<Found, BatchRun>(selection<Found>(text, params.values), viewOf(user));
}

/** Whether the person has such a run. */
export async function findBatch(db: Queryable, user: Principal, runId: string): Promise<boolean> {
  // Whoever made a run takes it back, whatever else is in scope.
  seesEverything(user, 'studentBatchUpdate:undo', 'job');
  const { rowCount } = await db.query('select from base.student_batch_update where run_id = $1 and user_name = $2', [
    runId,
    user.userName,
  ]);
  return Boolean(rowCount);
}

/** Numbers of the students of some classes. */
export async function numbersOfClasses(db: Queryable, classes: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ number: string }>(
    'select student_number as number from base.student where bjdm = any($1) order by student_number',
    [classes],
  );
  return rows.map(({ number }) => number);
}
