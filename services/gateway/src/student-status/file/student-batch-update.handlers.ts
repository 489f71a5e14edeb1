import { createHash, randomUUID } from 'node:crypto';
import { student } from '@jwxt/contracts/base-info/person.resource.ts';
import type { Field } from '@jwxt/contracts/kernel/resource-field.ts';
import { importRowState, type ImportColumn, type ImportPreview } from '@jwxt/contracts/kernel/resource-import.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import {
  batchFieldNames,
  batchFields,
  batchUpdateTemplate,
  exportBatchUpdates,
  previewBatchFile,
  previewBatchSelection,
  queryBatchUpdates,
  runBatch,
  runBatchUpdate,
  undoBatch,
  undoBatchUpdate,
  type BatchRun,
} from '@jwxt/contracts/student-status/file/student-batch-update.operations.ts';
import { workbookAnswer } from '../../kernel/document-answer.ts';
import { exportHandler, listExport } from '../../kernel/export-handler.ts';
import { handler, uploadHandler, type SignedInCall } from '../../kernel/handler.ts';
import { headOf, missingKeys } from '../../kernel/import-columns.ts';
import { checkRun, stagePreview } from '../../kernel/import-handlers.ts';
import { compareTable } from '../../kernel/import-preview.ts';
import type { StagedRow } from '../../kernel/import-store.ts';
import { templateOf } from '../../kernel/import-template.ts';
import type { TableRow } from '../../kernel/read-table.ts';
import { invalidField, Refused } from '../../kernel/refused.ts';
import { runCommand } from '../../kernel/run-command.ts';
import { scopeAsked } from '../../kernel/scope-watch.ts';
import { batchRuns, findBatch, listBatches, numbersOfClasses } from './student-batch-update.read.ts';

const UPDATE = 'studentBatchUpdate:update';
/** The field by which students are told. */
const NUMBER = 'studentNumber';
const isBatchField = (field: string | null): boolean =>
  field === NUMBER || batchFieldNames.some((name) => name === field);

interface Table {
  readonly columns: readonly ImportColumn[];
  readonly rows: readonly TableRow[];
  readonly fileName: string;
  readonly digest: string;
  readonly notes: readonly string[];
}

/** Compares the lines with the students that are there and keeps them as a run: nobody is added. */
async function previewOf(call: SignedInCall, table: Table): Promise<ImportPreview> {
  const compared = await compareTable(call.services.db, call.user, student, table, UPDATE);
  const rows = compared.rows.map((row) => (row.state === importRowState.added ? unknownStudent(row) : row));
  const runId = randomUUID();
  const { columns, fileName, digest } = table;
  await stagePreview(call, student, { runId, fileName, digest, columns, rows });
  const of = (state: StagedRow['state']) => rows.filter((row) => row.state === state).length;
  return {
    runId,
    fileName,
    sheet: '',
    sheets: [],
    columns: [...columns],
    fields: [[NUMBER, student.fields.studentNumber] as const, ...batchFields].map(([field, { label }]) => ({
      field,
      label,
      needed: field === NUMBER,
    })),
    missing: [],
    counts: {
      total: rows.length,
      added: 0,
      changed: of(importRowState.changed),
      unchanged: of(importRowState.unchanged),
      wrong: of(importRowState.wrong),
    },
    notes: [...table.notes, ...compared.notes],
  };
}

const unknownStudent = (row: StagedRow): StagedRow => ({
  ...row,
  state: importRowState.wrong,
  errors: [
    { letter: '', header: '学号', field: NUMBER, value: row.called, code: 'NAME_UNKNOWN', message: '没有这名学生' },
  ],
});

/** STUDENT-STATUS-09: many students at once, from a file or chosen, with every change shown before it is made. */
export const batchUpdateHandlers = [
  handler(batchUpdateTemplate, async (_none, call) => {
    const fields: Record<string, Field> = { studentNumber: student.fields.studentNumber };
    for (const [name, field] of batchFields) fields[name] = field;
    const content = await templateOf(call.services.db, { ...student, title: '批量修改学生信息', fields });
    return await workbookAnswer(call, 'one upload', '批量修改学生信息模板.xlsx', content);
  }),
  uploadHandler(previewBatchFile, async ({ fileName, sheet }, upload, call) => {
    scopeAsked(call.user, 'resource', UPDATE);
    const table = await call.services.documents.readTable(call.user.userName, upload, sheet);
    const head = headOf(student, table.rows, {});
    const [missing] = missingKeys(student, head.columns);
    if (missing !== undefined) throw new Refused('BATCH_NO_NUMBER');
    const rows = table.rows.slice(head.rows);
    if (rows.length === 0) throw new Refused('IMPORT_NO_ROWS', { sheet: table.sheet });
    const columns = head.columns.map((column) => (isBatchField(column.field) ? column : { ...column, field: null }));
    if (!columns.some(({ field }) => field !== null && field !== NUMBER)) throw new Refused('BATCH_NO_FIELD');
    const left = columns.filter(({ header, field }) => header !== '' && field === null).map(({ header }) => header);
    const notes = left.length === 0 ? [] : [`不能批量修改的列：${left.join('、')}`];
    return await previewOf(call, { columns, rows, fileName, digest: table.digest, notes });
  }),
  handler(previewBatchSelection, async ({ classes, studentNumbers, changes }, call) => {
    scopeAsked(call.user, 'resource', UPDATE);
    const numbers = [...new Set([...studentNumbers, ...(await numbersOfClasses(call.services.db, classes))])];
    if (numbers.length === 0) throw invalidField('studentNumbers', '请选择班级或填写学号');
    const named = [...new Map(changes.map((change) => [change.field, change.value]))];
    const columns = [NUMBER, ...named.map(([field]) => field)].map((field) => ({
      letter: '',
      header: student.fields[field as typeof NUMBER].label,
      field,
    }));
    const rows = numbers.map((number, at): TableRow => ({
      number: at + 1,
      cells: [number, ...named.map(([, value]) => value)],
      numeric: [],
    }));
    const digest = createHash('sha256')
      .update(JSON.stringify([numbers, named]))
      .digest('hex');
    return await previewOf(call, { columns, rows, fileName: '所选学生', digest, notes: [] });
  }),
  handler(runBatchUpdate, async ({ commandId, runId, reason, whole }, call) => {
    await checkRun(student, runId, call, UPDATE);
    const fields = await fieldsOf(call, runId);
    return await runCommand(runBatch, { runId, reason, fields, whole: whole === yesNo.yes }, call, { commandId });
  }),
  handler(undoBatchUpdate, async ({ commandId, runId }, call) => {
    const found = await findBatch(call.services.db, call.user, runId);
    if (!found) throw new Refused('NOT_FOUND');
    return await runCommand(undoBatch, { runId }, call, { commandId });
  }),
  handler(queryBatchUpdates, ({ pageNo, pageSize, sort, operatorName = '' }, { services, user }) =>
    listBatches(services.db, user, operatorName, { pageNo, pageSize, sort }),
  ),
  exportHandler(exportBatchUpdates, ({ operatorName = '' }, { user }) =>
    listExport('批量修改记录.xlsx', {
      sheet: '批量修改记录',
      columns: [
        { header: '操作时间', width: 20, kind: 'time', value: (row: BatchRun) => row.operateTime },
        { header: '操作人', width: 14, value: (row: BatchRun) => row.operatorName },
        { header: '修改字段', width: 40, value: (row: BatchRun) => row.fields },
        { header: '修改原因', width: 40, value: (row: BatchRun) => row.reason },
        { header: '总数', width: 10, kind: 'number', value: (row: BatchRun) => row.totalNum },
        { header: '成功', width: 10, kind: 'number', value: (row: BatchRun) => row.okNum },
        { header: '失败', width: 10, kind: 'number', value: (row: BatchRun) => row.failNum },
        { header: '已撤销', width: 10, kind: 'number', value: (row: BatchRun) => row.undoneNum },
        { header: '状态', width: 14, value: (row: BatchRun) => row.statusName },
      ],
      rows: batchRuns(user, operatorName),
    }),
  ),
];

/** Labels of the fields that a run changes. */
async function fieldsOf({ services }: SignedInCall, runId: string): Promise<string> {
  const { rows } = await services.db.query<{ columns: ImportColumn[] }>(
    'select columns from gateway.import_run where run_id = $1',
    [runId],
  );
  const named = (rows[0]?.columns ?? []).map(({ field }) => field);
  return batchFields.flatMap(([name, { label }]) => (named.includes(name) ? [label] : [])).join('、');
}
