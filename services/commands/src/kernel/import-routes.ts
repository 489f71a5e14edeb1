import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { isOpenJob, type LongJobStatus } from '@jwxt/contracts/system/long-job.vocabulary.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { applyOnce } from './applied-command.ts';
import type { CommandContext } from './command-context.ts';
import { defineRoute, type CommandRoute } from './command-route.ts';
import { insertJob } from './long-job.routes.ts';
import { refuse, type Refused } from './refusal.ts';

/** Lines that are stored together, in one transaction. */
export const IMPORT_TOGETHER = 1_000;

interface Run {
  readonly title: string;
  readonly total: number;
  readonly writes: number;
  readonly wrong: number;
  readonly jobId: string | null;
  readonly undoJobId: string | null;
  readonly status: LongJobStatus | null;
  readonly last: number;
}

/** The commands that have the rows of a file stored, and taken back: long jobs, so that they outlive a restart. */
export function importRoutes(resource: Resource): CommandRoute[] {
  if (resource.imports === null) return [];
  const { run, undo } = resource.imports.commands;
  return [
    defineRoute(run, (asked, context, { pool }) =>
      applyOnce(pool, context, async (client) => await beginImport(client, context, resource, asked)),
    ),
    defineRoute(undo, ({ runId }, context, { pool }) =>
      applyOnce(pool, context, async (client) => await beginUndo(client, context, resource, runId)),
    ),
  ];
}

/** Begins to store the rows of a run of whoever asks. */
export async function beginImport(
  client: PoolClient,
  context: CommandContext,
  resource: Resource,
  { runId, whole }: { readonly runId: string; readonly whole: boolean },
): Promise<{ jobId: string } | Refused> {
  const known = await lockRun(client, resource, runId, context);
  if (!known) return refuse('NOT_FOUND');
  if (known.jobId !== null) return refuse('IMPORT_BEGUN');
  if (whole && known.wrong > 0) return refuse('IMPORT_WRONG_ROWS', { n: String(known.wrong) });
  if (known.writes === 0) return refuse('IMPORT_NOTHING');
  return await start(client, context, { resource, runId, known, whole, kind: 'import' });
}

/** Begins to take back the rows of a run of whoever asks. */
export async function beginUndo(
  client: PoolClient,
  context: CommandContext,
  resource: Resource,
  runId: string,
): Promise<{ jobId: string } | Refused> {
  const known = await lockRun(client, resource, runId, context);
  if (!known || known.jobId === null) return refuse('NOT_FOUND');
  if (known.status !== null && isOpenJob(known.status)) return refuse('IMPORT_NOT_OVER');
  if (known.undoJobId !== null) return refuse('IMPORT_UNDONE');
  return await start(client, context, { resource, runId, known, whole: false, kind: 'importUndo' });
}

/** A run of the person who sends the command. */
async function lockRun(
  client: PoolClient,
  { name }: Resource,
  runId: string,
  { actor }: CommandContext,
): Promise<Run | undefined> {
  const { rows } = await client.query<Run>(
    `select import_run.file_name as title, import_run.total, import_run.added + import_run.changed as writes,
      import_run.wrong, import_run.job_id as "jobId",
        import_run.undo_job_id as "undoJobId", job.status,
        (select coalesce(max(import_row.row_no), 0) from gateway.import_row
          where import_row.run_id = import_run.run_id) as last
       from gateway.import_run left join base.long_job job on job.job_id = import_run.job_id
      where import_run.run_id = $1 and import_run.resource = $2 and import_run.user_name = $3 for update of import_run`,
    [runId, name, actor.userName],
  );
  return rows[0];
}

async function start(
  client: PoolClient,
  context: CommandContext,
  {
    resource,
    runId,
    known,
    whole,
    kind,
  }: { resource: Resource; runId: string; known: Run; whole: boolean; kind: 'import' | 'importUndo' },
): Promise<{ jobId: string }> {
  const together = whole ? known.last : IMPORT_TOGETHER;
  const parts = Array.from({ length: Math.ceil(known.last / together) }, (_none, at) => ({
    itemKey: `${String(at * together + 1)}-${String(Math.min(known.last, (at + 1) * together))}`,
    itemName: `第 ${String(at * together + 1)}–${String(Math.min(known.last, (at + 1) * together))} 行`,
  }));
  const { jobId } = await insertJob(client, context, {
    kind,
    title: `${kind === 'import' ? '导入' : '撤销导入'}${resource.title}：${known.title}`.slice(0, 200),
    payload: { runId, resource: resource.name, whole },
    // What came last goes first.
    items: kind === 'import' ? parts : parts.toReversed(),
  });
  const column = kind === 'import' ? 'job_id' : 'undo_job_id';
  await client.query(`update gateway.import_run set ${column} = $2 where run_id = $1`, [runId, jobId]);
  return { jobId };
}
