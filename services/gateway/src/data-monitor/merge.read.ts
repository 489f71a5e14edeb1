import type { z } from 'zod';
import { approvableStatuses, processNames, type ProcessNo } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { UNDO_DAYS } from '@jwxt/contracts/data-monitor/data-monitor.vocabulary.ts';
import type { queryMerges, mergeSorts } from '@jwxt/contracts/data-monitor/merge.operations.ts';
import { mergeHandlers, mergePermission, type MergeHandler } from '@jwxt/contracts/data-monitor/merge.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { yesNoOf } from '@jwxt/contracts/kernel/yes-no.ts';
import { studentApplicationModel } from '@jwxt/contracts/student-application/student-application.read-model.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { mayDo, type Principal } from '../kernel/principal.ts';
import { sortedOrder, byPinyin, type ListPage } from '../kernel/sorted-by.ts';
import { containing, sqlParams } from '../kernel/sql-params.ts';
import { monitorUnits } from './monitor-units.ts';

type Merges = z.output<(typeof queryMerges)['output']>;
interface MergeRow {
  readonly task_id: string;
  readonly handler: MergeHandler;
  readonly stay_key: string;
  readonly stay_name: string;
  readonly gone: { readonly key: string; readonly name: string }[];
  readonly at: Date;
  readonly name: string;
  readonly job_id: string;
  readonly moved: number;
  readonly removed: number;
  readonly young: boolean;
  readonly undone_at: Date | null;
  readonly undone_by: string | null;
  readonly undo_job_id: string | null;
}

/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof mergeSorts)[number], string>> = {
  time: 'task.at',
  stayName: byPinyin('task.stay_name'),
  name: byPinyin('task.name'),
  moved: 'counts.moved',
  removed: 'counts.removed',
};

/** Merges, newest first: all for who sees the whole school, else the own ones. */
export async function readMerges(
  db: Queryable,
  user: Principal,
  permission: PermissionCode | null,
  filter: { handler?: MergeHandler | undefined; keyword?: string | undefined } & ListPage<(typeof mergeSorts)[number]>,
  now: Date,
): Promise<Merges> {
  const params = sqlParams();
  const conditions = ['true'];
  if (monitorUnits(user, permission) !== null) conditions.push(`task.user_name = ${params.add(user.userName)}`);
  if (filter.handler !== undefined) conditions.push(`task.handler = ${params.add(filter.handler)}`);
  if (filter.keyword) {
    const text = params.add(containing(filter.keyword));
    conditions.push(`(task.stay_key ilike ${text} or task.stay_name ilike ${text}
      or exists (select from base.merged_row gone where gone.task_id = task.task_id
        and (gone.old_key ilike ${text} or gone.old_name ilike ${text})))`);
  }
  const where = conditions.join(' and ');
  const { rows: counted } = await db.query<{ n: number }>(
    `select count(*)::int as n from base.merge_task task where ${where}`,
    [...params.values],
  );
  const { rows } = await db.query<MergeRow>(
    `select task.*, task.at >= ${params.add(now)}::timestamptz - make_interval(days => ${String(UNDO_DAYS)}) as young,
        (select json_agg(json_build_object('key', old_key, 'name', old_name) order by old_key)
          from base.merged_row gone where gone.task_id = task.task_id) as gone, counts.moved, counts.removed
       from base.merge_task task
       cross join lateral (select count(*) filter (where after is not null)::int as moved,
           count(*) filter (where after is null)::int as removed
         from base.merge_change change where change.task_id = task.task_id) counts
      where ${where} order by ${sortedOrder(filter.sort, sortExpressions, 'task.at desc, task.task_id')}
      limit ${params.add(filter.pageSize)} offset ${params.add((filter.pageNo - 1) * filter.pageSize)}`,
    [...params.values],
  );
  return {
    total: counted[0]?.n ?? 0,
    list: rows.map((row) => ({
      taskId: row.task_id,
      handler: row.handler,
      handlerName: mergeHandlers[row.handler].title,
      stayKey: row.stay_key,
      stayName: row.stay_name,
      gone: row.gone,
      time: toDateTimeText(row.at),
      name: row.name,
      jobId: row.job_id,
      moved: row.moved,
      removed: row.removed,
      undoable: yesNoOf(row.young && row.undone_at === null && mayDo(user, mergePermission(row.handler))),
      undoneTime: row.undone_at === null ? null : toDateTimeText(row.undone_at),
      undoneBy: row.undone_by,
      undoJobId: row.undo_job_id,
    })),
  };
}

/** The rows of a merge, which whoever takes it back must reach; null: there is no such merge. */
export async function rowsOfMerge(db: Queryable, handler: MergeHandler, taskId: string): Promise<string[] | null> {
  const { rows } = await db.query<{ keys: string[] }>(
    `select array[task.stay_key] || array(select old_key from base.merged_row gone where gone.task_id = task.task_id)
        as keys
       from base.merge_task task where task.task_id = $1 and task.handler = $2`,
    [taskId, handler],
  );
  return rows[0]?.keys ?? null;
}

const applicationTable = readModelTable(studentApplicationModel, 'student_application');

/** An application of these students that is not decided: whose, and of which process; null: none. */
export async function openApplicationOf(
  db: Queryable,
  studentCodes: readonly string[],
): Promise<{ name: string; what: string } | null> {
  const { rows } = await db.query<{ name: string; no: ProcessNo }>(
    `select student_name as name, process_no as no from ${applicationTable}
      where student_code = any($1) and status = any($2) order by apply_time limit 1`,
    [studentCodes, approvableStatuses],
  );
  const [open] = rows;
  return open ? { name: open.name, what: processNames[open.no] } : null;
}
