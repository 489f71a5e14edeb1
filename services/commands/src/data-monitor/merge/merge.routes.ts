import { previewMerge, startMerge, undoMerge } from '@jwxt/contracts/data-monitor/merge.command.ts';
import { mergeHandlers, type MergeHandler } from '@jwxt/contracts/data-monitor/merge.vocabulary.ts';
import { UNDO_DAYS } from '@jwxt/contracts/data-monitor/data-monitor.vocabulary.ts';
import { longJobStatus } from '@jwxt/contracts/system/long-job.vocabulary.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { applyOnce } from '../../kernel/applied-command.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import { defineRoute, type CommandRoute } from '../../kernel/command-route.ts';
import { insertJob } from '../../kernel/long-job.routes.ts';
import { logOperations } from '../../kernel/operation-log.ts';
import { isRefused, refusalText, refuse, type Refused } from '../../kernel/refusal.ts';
import { checkMerge, settledClasses } from './merge-checks.ts';
import { STOP_STEP } from './merge-job.ts';
import { movedReferences, recordsOf, referenceWords, stepOf, useOf } from './merge-rows.ts';

/** Looking at a merge, carrying it out, and taking it back. */
export const mergeRoutes: readonly CommandRoute[] = [
  defineRoute(previewMerge, async (choice, _context, services) => {
    const checked = await checkMerge(services.pool, services, choice);
    const merging = { ...choice, settled: await settledClasses(services.pool, services, choice) };
    const uses = [];
    for (const reference of await movedReferences(services.pool, choice.handler))
      uses.push(await useOf(services.pool, reference, merging));
    uses.push(...(await recordsOf(services.pool, merging)));
    return {
      result: {
        uses: uses.filter(({ moved, conflicts, kept }) => moved + conflicts + kept > 0),
        refusal: isRefused(checked) ? refusalText(checked.refused) : null,
      },
      position: null,
    };
  }),
  defineRoute(startMerge, (choice, context, services) =>
    applyOnce(services.pool, context, async (client) => {
      if (await isBusy(client, choice.handler)) return refuse('MERGE_RUNNING');
      const names = await checkMerge(client, services, choice);
      return isRefused(names) ? names : await start(client, context, choice, names);
    }),
  ),
  defineRoute(undoMerge, ({ handler, taskId }, context, { pool }) =>
    applyOnce(pool, context, (client) => undo(client, context, handler, taskId)),
  ),
];

/** Whether rows of this kind are being merged, or a merge taken back: the next waits, or it would see half of it. */
async function isBusy(client: PoolClient, handler: MergeHandler): Promise<boolean> {
  await client.query('select pg_advisory_xact_lock(hashtext($1))', [`merge:${handler}`]);
  const { rowCount } = await client.query(
    `select from base.merge_task task
       join base.long_job job on job.job_id = coalesce(task.undo_job_id, task.job_id)
      where task.handler = $1 and job.status in ('${longJobStatus.queued}', '${longJobStatus.running}')`,
    [handler],
  );
  return rowCount !== 0;
}

async function start(
  client: PoolClient,
  context: CommandContext,
  { handler, stayKey, goneKeys }: { handler: MergeHandler; stayKey: string; goneKeys: readonly string[] },
  names: ReadonlyMap<string, string>,
): Promise<{ taskId: string; jobId: string }> {
  const taskId = derivedId(`${context.commandId}:merge`);
  const { title } = mergeHandlers[handler];
  const stayName = names.get(stayKey) ?? stayKey;
  const steps = (await movedReferences(client, handler)).map((reference) => ({
    itemKey: stepOf(reference),
    itemName: referenceWords(reference),
  }));
  const { jobId } = await insertJob(client, context, {
    kind: 'merge',
    title: `${title}合并到“${stayName}”`.slice(0, 200),
    payload: { taskId, handler, stayKey, goneKeys },
    items: [...steps, { itemKey: STOP_STEP, itemName: `停用并入的${title}` }],
  });
  await client.query(
    `insert into base.merge_task (task_id, handler, stay_key, stay_name, at, user_name, name, job_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [taskId, handler, stayKey, stayName, context.time, context.actor.userName, context.actor.name, jobId],
  );
  await client.query(
    `insert into base.merged_row (task_id, old_key, old_name)
     select $1, key, name from unnest($2::text[], $3::text[]) as given (key, name)`,
    [taskId, goneKeys, goneKeys.map((key) => names.get(key) ?? key)],
  );
  await logOperations(client, context, 'merge', 'dataClean', [
    { key: taskId, before: null, after: { handler, stayKey, goneKeys } },
  ]);
  return { taskId, jobId };
}

async function undo(
  client: PoolClient,
  context: CommandContext,
  handler: MergeHandler,
  taskId: string,
): Promise<{ jobId: string } | Refused> {
  if (await isBusy(client, handler)) return refuse('MERGE_RUNNING');
  const { rows } = await client.query<{ stayName: string; undoneAt: Date | null; old: boolean }>(
    `select stay_name as "stayName", undone_at as "undoneAt",
        at < $3::timestamptz - make_interval(days => ${String(UNDO_DAYS)}) as old
       from base.merge_task where task_id = $1 and handler = $2 for update`,
    [taskId, handler, context.time],
  );
  const [task] = rows;
  if (!task) return refuse('MERGE_UNKNOWN');
  if (task.undoneAt !== null) return refuse('MERGE_UNDONE');
  if (task.old) return refuse('MERGE_OLD', { days: UNDO_DAYS });
  const { rows: steps } = await client.query<{ step: string; n: string }>(
    `select step, count(*) as n from base.merge_change where task_id = $1 group by step order by max(change_no) desc`,
    [taskId],
  );
  const words = new Map(
    (await movedReferences(client, handler)).map((reference) => [stepOf(reference), referenceWords(reference)]),
  );
  const { title } = mergeHandlers[handler];
  const { jobId } = await insertJob(client, context, {
    kind: 'mergeUndo',
    title: `撤销${title}合并到“${task.stayName}”`.slice(0, 200),
    payload: { taskId },
    items: steps.map(({ step, n }) => ({
      itemKey: step,
      itemName: `${words.get(step) ?? `停用的${title}`}（${n} 条）`,
    })),
  });
  await client.query('update base.merge_task set undo_job_id = $2, undone_at = $3, undone_by = $4 where task_id = $1', [
    taskId,
    jobId,
    context.time,
    context.actor.name,
  ]);
  await logOperations(client, context, 'mergeUndo', 'dataClean', [{ key: taskId, before: null, after: { handler } }]);
  return { jobId };
}
