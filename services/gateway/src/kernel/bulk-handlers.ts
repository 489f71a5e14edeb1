import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { BulkResult, BulkRow } from '@jwxt/contracts/kernel/resource-bulk.ts';
import {
  importErrorCode,
  importFields,
  importKeyOf,
  type ImportColumn,
  type ImportCounts,
} from '@jwxt/contracts/kernel/resource-import.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { isOpenJob, longJobStatus, type LongJobStatus } from '@jwxt/contracts/system/long-job.vocabulary.ts';
import { handler, type Handler, type SignedInCall } from './handler.ts';
import { checkRun, stagePreview } from './import-handlers.ts';
import { compareTable } from './import-preview.ts';
import type { CellError } from './import-store.ts';
import type { TableRow } from './read-table.ts';
import { Refused } from './refused.ts';
import { runCommand } from './run-command.ts';
import { scopeAsked } from './scope-watch.ts';

/** How often the rows are looked after while their answer waits. */
const LOOK_EVERY_MS = 100;
/** What stands in place of a file's name. */
const CALLED = '接口写入';

/** What programs do with the rows of a resource: an import whose lines come as JSON (decision 060). */
export function bulkHandlers(resource: Resource): Handler[] {
  if (resource.imports === null) return [];
  const { bulk, commands } = resource.imports;
  return [
    handler(bulk.write, async ({ commandId, rows, whole, dryRun, waitSeconds }, call) => {
      const runId = commandId;
      await stageOnce(resource, runId, rows, call);
      let result = await resultOf(resource, runId, call);
      if (dryRun === yesNo.yes) return result;
      if (!result.begun) {
        const { added, changed, wrong } = result.counts;
        if (whole === yesNo.yes && wrong > 0) throw nothingStored(result, wrong);
        if (added + changed === 0) return result;
        await checkRun(resource, runId, call);
        await runCommand(commands.run, { runId, whole: whole === yesNo.yes }, call, { commandId });
        result = await resultOf(resource, runId, call);
      }
      const until = performance.now() + waitSeconds * 1_000;
      while (!result.over && performance.now() < until && !call.gone().aborted) {
        await pause(LOOK_EVERY_MS);
        result = await resultOf(resource, runId, call);
      }
      if (result.failure !== null) throw nothingStored(result, Math.max(1, result.refused));
      return result;
    }),
    handler(bulk.lookAgain, ({ runId }, call) => resultOf(resource, runId, call)),
  ];
}

const nothingStored = (data: BulkResult, n: number): Refused => new Refused('BULK_NOTHING_STORED', { n }, { data });

/** Compares and keeps the rows, unless that has been done under this id. Throws COMMAND_REUSED for other rows. */
async function stageOnce(
  resource: Resource,
  runId: string,
  rows: readonly BulkRow[],
  call: SignedInCall,
): Promise<void> {
  const { services, user } = call;
  // A run that is there is its sender's, whatever the scope.
  scopeAsked(user, 'resource', `${resource.name}:import`);
  const digest = createHash('sha256').update(JSON.stringify(rows)).digest('hex');
  const isThere = async (): Promise<boolean> => {
    const known = await services.imports.find(runId);
    if (known && (known.resource !== resource.name || known.userName !== user.userName || known.digest !== digest))
      throw new Refused('COMMAND_REUSED');
    return known !== undefined;
  };
  if (await isThere()) return;
  const table = tableOf(resource, rows);
  const compared = await compareTable(services.db, user, resource, table);
  const isNew = await stagePreview(call, resource, {
    runId,
    fileName: CALLED,
    digest,
    columns: table.columns,
    rows: compared.rows,
  });
  if (!isNew) await isThere();
}

/** The rows as a table with a column for each field that any of them names, and for those that tell rows apart. */
function tableOf(resource: Resource, rows: readonly BulkRow[]): { columns: ImportColumn[]; rows: TableRow[] } {
  const keys = importKeyOf(resource);
  const named = new Set([...keys, ...rows.flatMap((row) => Object.keys(row))]);
  const fields = importFields(resource).filter(([name]) => named.has(name));
  return {
    columns: fields.map(([field, { label }]) => ({ letter: '', header: label, field })),
    rows: rows.map((row, at) => ({
      number: at + 1,
      cells: fields.map(([name]) => cellOf(row[name])),
      numeric: fields.flatMap(([name], column) => (typeof row[name] === 'number' ? [column] : [])),
      absent: new Set(fields.flatMap(([name], column) => (row[name] === undefined ? [column] : []))),
    })),
  };
}

/** As it would stand in a cell. */
function cellOf(value: BulkRow[string]): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? yesNo.yes : yesNo.no;
  return Array.isArray(value) ? value.join('、') : String(value);
}

interface Run extends ImportCounts {
  digest: string;
  jobId: string | null;
  status: LongJobStatus | null;
  failure: string | null;
  stored: number;
  refused: number;
  undone: number;
  kept: number;
}

/** What became of the caller's own rows so far. Throws NOT_FOUND. */
async function resultOf(
  resource: Resource,
  runId: string,
  { services: { db }, user }: SignedInCall,
): Promise<BulkResult> {
  scopeAsked(user, 'resource', `${resource.name}:import`);
  const { rows: runs } = await db.query<Run>(
    `select import_run.digest, import_run.total, import_run.added, import_run.changed, import_run.unchanged,
        import_run.wrong, import_run.job_id as "jobId", job.status, coalesce(job.failure,
          (select item.message from base.long_job_item item
            where item.job_id = import_run.job_id and item.result = '3' limit 1)) as failure, done.*
       from gateway.import_run left join base.long_job job on job.job_id = import_run.job_id
       cross join lateral (select count(*) filter (where message is null)::int as stored,
          count(*) filter (where message is not null)::int as refused,
          count(*) filter (where undone)::int as undone,
          count(*) filter (where undo_message is not null)::int as kept
         from base.import_change where run_id = import_run.run_id) done
      where import_run.run_id = $1 and import_run.resource = $2 and import_run.user_name = $3`,
    [runId, resource.name, user.userName],
  );
  const [run] = runs;
  if (!run) throw new Refused('NOT_FOUND');
  const { digest, jobId, status, failure, stored, refused, undone, kept, ...counts } = run;
  const begun = jobId !== null;
  return {
    runId,
    digest,
    counts,
    begun,
    over: begun && (status === null || !isOpenJob(status)),
    stored,
    refused,
    undone,
    kept,
    failure: status === longJobStatus.done ? null : failure,
    wrong: await wrongRows(db, runId),
  };
}

type Wrong = BulkResult['wrong'][number];
/** What was told of a row when it was compared, or by the commands service, which says no more than field and why. */
type Told = Pick<CellError, 'field' | 'message'> & Partial<CellError>;

/** Rows that were wrong when they were compared, and those that could not be stored. */
async function wrongRows(db: SignedInCall['services']['db'], runId: string): Promise<Wrong[]> {
  const { rows } = await db.query<{ row: number; errors: Told[] | null; message: string | null }>(
    `select row_no as row, errors, null as message from gateway.import_row where run_id = $1 and state = '4'
     union all select row_no, errors, message from base.import_change where run_id = $1 and message is not null
     order by row`,
    [runId],
  );
  return rows.flatMap(({ row, errors, message }): Wrong[] =>
    errors === null
      ? [{ row, field: null, value: '', code: importErrorCode.refused, message: message ?? '' }]
      : errors.map(({ field, value = '', code = importErrorCode.refused, message: why }) => ({
          row,
          field,
          value,
          code,
          message: why,
        })),
  );
}
