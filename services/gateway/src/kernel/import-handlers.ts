import { randomUUID } from 'node:crypto';
import {
  importFields,
  importKeyOf,
  importRowState,
  type ImportCounts,
  type ImportPreview,
} from '@jwxt/contracts/kernel/resource-import.ts';
import { columnOf, fieldColumn, toWire } from '@jwxt/contracts/kernel/resource-values.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { workbookAnswer } from './document-answer.ts';
import { handler, uploadHandler, type Handler, type SignedInCall } from './handler.ts';
import { chosenMapping, headOf, missingKeys } from './import-columns.ts';
import { compareTable } from './import-preview.ts';
import { outOfReach } from './import-scope.ts';
import type { StagedRow, StagedRun } from './import-store.ts';
import { templateOf } from './import-template.ts';
import type { ReadTable } from './read-table.ts';
import { Refused } from './refused.ts';
import { runCommand } from './run-command.ts';
import { scopeAsked } from './scope-watch.ts';
import type { Upload } from './upload.ts';

/** What carries out the imports of a resource: each row within the scope, as it is and as it would be. */
export function importHandlers(resource: Resource): Handler[] {
  if (resource.imports === null) return [];
  const { operations, commands } = resource.imports;
  return [
    handler(operations.template, async (_none, call) =>
      workbookAnswer(
        call,
        'one upload',
        `${resource.title}导入模板.xlsx`,
        await templateOf(call.services.db, resource),
      ),
    ),
    uploadHandler(operations.preview, (input, upload, call) => preview(resource, input, upload, call)),
    handler(operations.run, async ({ commandId, runId, whole }, call) => {
      await checkRun(resource, runId, call);
      return await runCommand(commands.run, { runId, whole: whole === yesNo.yes }, call, { commandId });
    }),
    handler(operations.undo, async ({ commandId, runId }, call) => {
      await checkRun(resource, runId, call);
      return await runCommand(commands.undo, { runId }, call, { commandId });
    }),
  ];
}

async function preview(
  resource: Resource,
  input: { fileName: string; sheet?: string | undefined; mapping?: string | undefined },
  upload: Upload,
  call: SignedInCall,
): Promise<ImportPreview> {
  const { services, user } = call;
  // A file without key columns is compared with nothing.
  scopeAsked(user, 'resource', `${resource.name}:import`);
  const chosen = chosenMapping(resource, input.mapping);
  const table = await services.documents.readTable(user.userName, upload, input.sheet);
  if (Object.keys(chosen).length > 0) await services.imports.remember(resource.name, chosen);
  const mapping = { ...(await services.imports.mappingOf(resource.name)), ...chosen };
  const head = headOf(resource, table.rows, mapping);
  const missing = missingKeys(resource, head.columns);
  const rows = table.rows.slice(head.rows);
  if (rows.length === 0) throw new Refused('IMPORT_NO_ROWS', { sheet: table.sheet });
  const compared =
    missing.length > 0
      ? { rows: [], notes: [] }
      : await compareTable(services.db, user, resource, { columns: head.columns, rows });
  const ignored = head.columns.filter(({ header, field }) => header !== '' && field === null);
  const runId = randomUUID();
  const counts = countsOf(compared.rows);
  const { columns } = head;
  if (missing.length === 0)
    await stagePreview(call, resource, {
      runId,
      fileName: input.fileName,
      digest: table.digest,
      columns,
      rows: compared.rows,
    });
  const keys = new Set(importKeyOf(resource));
  return {
    runId,
    fileName: input.fileName,
    sheet: table.sheet,
    sheets: [...table.sheets],
    columns: [...columns],
    fields: importFields(resource).map(([field, { label }]) => ({ field, label, needed: keys.has(field) })),
    missing,
    counts,
    notes: [
      ...(ignored.length === 0 ? [] : [`没有用到的列：${ignored.map(({ header }) => header).join('、')}`]),
      ...compared.notes,
      ...remarksBelow(table, head.rows),
    ],
  };
}

/** Remarks that are named one by one. */
const MOST_REMARKS = 5;
/** What is remarkable below the head. */
function remarksBelow({ rows, remarks }: ReadTable, headRows: number): string[] {
  const first = rows[headRows]?.number ?? 0;
  const below = remarks.filter(({ row }) => row >= first).map(({ text }) => text);
  const more = below.length - MOST_REMARKS;
  return more > 0 ? [...below.slice(0, MOST_REMARKS), `另有 ${String(more)} 处同样的情况`] : below;
}

/** Keeps rows that were compared as a run of the caller's; false: there is one under its id. */
export async function stagePreview(
  { services, user, now }: SignedInCall,
  { name: resource }: Resource,
  {
    rows,
    ...run
  }: Pick<StagedRun, 'runId' | 'fileName' | 'digest' | 'columns'> & { readonly rows: readonly StagedRow[] },
): Promise<boolean> {
  const { userName, name, departmentId } = user;
  return await services.imports.stage(
    { ...run, resource, userName, name, departmentId, createdAt: now, counts: countsOf(rows) },
    rows,
  );
}

function countsOf(rows: readonly StagedRow[]): ImportCounts {
  const of = (state: StagedRow['state']): number => rows.filter((row) => row.state === state).length;
  return {
    total: rows.length,
    added: of(importRowState.added),
    changed: of(importRowState.changed),
    unchanged: of(importRowState.unchanged),
    wrong: of(importRowState.wrong),
  };
}

const TOGETHER = 5_000;
/** The own run, of this resource, with all of its rows still within the scope: rights may have changed meanwhile. */
export async function checkRun(
  resource: Resource,
  runId: string,
  { services, user }: SignedInCall,
  permission: PermissionCode = `${resource.name}:import`,
): Promise<void> {
  const { rows: runs } = await services.db.query(
    'select from gateway.import_run where run_id = $1 and resource = $2 and user_name = $3',
    [runId, resource.name, user.userName],
  );
  if (runs.length === 0) throw new Refused('NOT_FOUND');
  // There may be no line to ask for.
  scopeAsked(user, 'resource', permission);
  for (let after = 0; ;) {
    const { rows } = await services.db.query<{ rowNo: number; key: string | null; values: Record<string, unknown> }>(
      `select row_no as "rowNo", key, given as values from gateway.import_row
        where run_id = $1 and row_no > $2 and state in ('1', '2') order by row_no limit ${String(TOGETHER)}`,
      [runId, after],
    );
    const last = rows.at(-1);
    if (!last) return;
    if ((await outOfReach(services.db, user, resource, await whole(resource, rows, services), permission)).size > 0)
      throw new Refused('OUT_OF_SCOPE');
    after = last.rowNo;
  }
}

/** What a file does not say of a row is as it stands there. */
async function whole(
  resource: Resource,
  rows: readonly { key: string | null; values: Record<string, unknown> }[],
  { db }: SignedInCall['services'],
): Promise<{ key: string | null; values: Record<string, unknown> }[]> {
  return await db
    .query<{ key: string; row: Record<string, unknown> }>(
      `select stored.${columnOf(resource.key)} as key, to_jsonb(stored) as row from base.${resource.table} stored
        where stored.${columnOf(resource.key)} = any($1)`,
      [rows.flatMap(({ key }) => key ?? [])],
    )
    .then(({ rows: stored }) => {
      const byKey = new Map(stored.map(({ key, row }) => [key, row]));
      return rows.map(({ key, values }) => {
        const known = key === null ? undefined : byKey.get(key);
        const there = Object.fromEntries(
          importFields(resource).map(([name, field]) => [
            name,
            known ? toWire(field, known[fieldColumn(resource.fields, name)]) : (field.initial ?? null),
          ]),
        );
        return { key, values: { ...there, ...values } };
      });
    });
}
