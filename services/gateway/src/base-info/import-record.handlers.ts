import {
  importBadRows,
  importRows,
  importRunDetail,
  queryImportRuns,
} from '@jwxt/contracts/base-info/import-record.operations.ts';
import { allResources } from '@jwxt/contracts/all-areas.ts';
import type { ImportColumn } from '@jwxt/contracts/kernel/resource-import.ts';
import { exportHandler, listExport } from '../kernel/export-handler.ts';
import { handler, type ExportCall } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import type { ListContent } from '../kernel/workbook.ts';
import { badRowsOf, columnsOf, findRun, listRows, listRuns, type BadRow, type RunView } from './import-record.read.ts';

/** Imports as they were: of what, by whom, what became of each row (BASE-DATA-25). */
export const importRecordHandlers = [
  handler(queryImportRuns, (filter, { services, user }) => listRuns(services.db, user, filter)),
  handler(importRunDetail, ({ runId }, call) => seenRun(call, runId)),
  handler(importRows, async ({ runId, ...filter }, call) => {
    await seenRun(call, runId);
    return await listRows(call.services.db, runId, filter);
  }),
  exportHandler(importBadRows, async ({ runId }, call) => {
    const run = await seenRun(call, runId);
    const columns = await columnsOf(call.services.db, runId);
    const { fields = {} } = allResources.find(({ name }) => name === run.resource) ?? {};
    const personal = columns.flatMap(({ field }) => (field !== null && fields[field]?.personal ? [field] : []));
    const content: ListContent<BadRow> = {
      sheet: '错误行',
      columns: [
        ...columns.map(({ header, letter }: ImportColumn, at) => ({
          header: header === '' ? `（${letter} 列）` : header,
          width: 16,
          value: (row: BadRow) => row.cells[at] ?? '',
        })),
        { header: '错误原因', width: 60, value: (row) => row.reason },
      ],
      rows: badRowsOf(runId),
    };
    return listExport<BadRow>(`${run.resourceName}_错误行.xlsx`, content, personal);
  }),
];

async function seenRun({ services, user }: ExportCall, runId: string): Promise<RunView> {
  const run = await findRun(services.db, user, runId);
  if (!run) throw new Refused('NOT_FOUND');
  return run;
}
