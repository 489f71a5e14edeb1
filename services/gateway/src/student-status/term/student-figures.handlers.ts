import type { z } from 'zod';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import {
  compareBackupDay,
  dimensionNames,
  exportStatusMovement,
  exportStatusPersons,
  exportStatusReturn,
  exportStatusStatistics,
  movementGroupings,
  queryStatusMovement,
  queryStatusReturn,
  queryStatusStatistics,
  rangeNames,
  returnTables,
  runBackupDay,
  statusMovementPersons,
  statusStatisticsPersons,
  takenBackupDays,
  type FigureRow,
  type FigureTable,
  type MovementGroup,
} from '@jwxt/contracts/student-status/term/student-figures.operations.ts';
import {
  inKindList,
  inKinds,
  movementTotal,
  outKindList,
  outKinds,
} from '@jwxt/contracts/student-status/term/status-movement.rules.ts';
import { backupStatus } from '@jwxt/contracts/student-status/term/term.vocabulary.ts';
import { startLongJob } from '@jwxt/contracts/system/long-job.command.ts';
import { workbookAnswer } from '../../kernel/document-answer.ts';
import { documentHandler, exportHandler, listExport } from '../../kernel/export-handler.ts';
import { handler, type Handler, type SignedInCall } from '../../kernel/handler.ts';
import { Refused } from '../../kernel/refused.ts';
import { runCommand } from '../../kernel/run-command.ts';
import type { WorkbookColumn } from '../../kernel/workbook.ts';
import { compareBackup } from './backup-day.read.ts';
import { listMoved, readMovement } from './status-movement.read.ts';
import { dayAsked, listPersons, readBackupDays, readFigures, selectPersons } from './status-statistics.read.ts';

const today = ({ now }: Pick<SignedInCall, 'now'>): string => toDateTimeText(now).slice(0, 10);
const number = { kind: 'number', width: 10 } as const;

async function statistics(
  { rows, column, range, departmentId, grade, ...day }: z.output<typeof queryStatusStatistics.input>,
  call: SignedInCall,
): Promise<FigureTable> {
  const { services, user, permission } = call;
  const of = { ...(await dayAsked(services.db, day, today(call))), range, departmentId, grade };
  return await readFigures(services.db, user, permission, of, { rows, column: column ?? null });
}

async function returned(
  { table, ...day }: z.output<typeof queryStatusReturn.input>,
  call: SignedInCall,
): Promise<FigureTable> {
  const { services, user, permission } = call;
  const of = { ...(await dayAsked(services.db, day, today(call))), range: 'inSchool' as const };
  return await readFigures(services.db, user, permission, of, returnTables[table]);
}

/** A table of figures as a sheet, its last row the total. */
function sheetOf(table: FigureTable): { columns: WorkbookColumn<FigureRow>[]; rows: FigureRow[] } {
  return {
    columns: [
      ...table.rowDimensions.map((dimension, index) => ({
        header: dimensionNames[dimension],
        width: 24,
        value: (row: FigureRow) => row.names[index] ?? '',
      })),
      ...table.columns.map(({ name }, index) => ({
        header: name,
        ...number,
        value: (row: FigureRow) => row.cells[index] ?? 0,
      })),
      { header: '合计', ...number, value: (row) => row.total },
      { header: '其中：女', ...number, value: (row) => row.femaleNum },
      { header: '占比（%）', ...number, value: (row) => (row.ratio / 10).toFixed(1) },
    ],
    rows: [
      ...table.rows,
      {
        codes: [],
        names: ['合计'],
        cells: table.columns.map(({ total }) => total),
        total: table.total,
        femaleNum: table.femaleNum,
        ratio: table.total === 0 ? 0 : 1000,
      },
    ],
  };
}
const asOf = ({ day, backupName }: FigureTable): string =>
  backupName === null ? `统计日期：${day}` : `统计日期：${day}（备份日：${backupName}）`;

const movementColumns = (groupBy: keyof typeof movementGroupings): WorkbookColumn<MovementGroup>[] => [
  { header: movementGroupings[groupBy], width: 24, value: ({ name }) => name },
  { header: '期初人数', ...number, value: ({ opening }) => opening },
  { header: '增加合计', ...number, value: ({ inTotal }) => inTotal },
  ...inKindList.map((kind, index) => ({
    header: inKinds[kind],
    ...number,
    value: (row: MovementGroup) => row.in[index] ?? 0,
  })),
  { header: '减少合计', ...number, value: ({ outTotal }) => outTotal },
  ...outKindList.map((kind, index) => ({
    header: outKinds[kind],
    ...number,
    value: (row: MovementGroup) => row.out[index] ?? 0,
  })),
  { header: '期末人数', ...number, value: ({ closing }) => closing },
  { header: '平衡', width: 8, value: ({ balanced }) => (balanced ? '平衡' : '不平衡') },
];

/** STUDENT-STATUS-17, 24: figures of students on any day, the tables of the year, and backup days. */
export const studentFiguresHandlers: readonly Handler[] = [
  handler(queryStatusStatistics, statistics),
  documentHandler(exportStatusStatistics, async (input, call) => {
    const table = await statistics(input, call);
    return await workbookAnswer(call, 'one table of figures', '学籍统计.xlsx', {
      sheet: '学籍统计',
      above: ['学籍统计', `${asOf(table)}　范围：${rangeNames[input.range]}`],
      ...sheetOf(table),
    });
  }),
  handler(statusStatisticsPersons, async ({ at, range, departmentId, grade, sort, pageNo, pageSize, ...day }, call) => {
    const { services, user, permission } = call;
    const of = { ...(await dayAsked(services.db, day, today(call))), range, departmentId, grade };
    return await listPersons(services.db, user, permission, of, { at, sort, pageNo, pageSize });
  }),
  exportHandler(exportStatusPersons, async ({ at, range, departmentId, grade, ...day }, call) => {
    const { services, user, permission } = call;
    const of = { ...(await dayAsked(services.db, day, today(call))), range, departmentId, grade };
    return listExport('学籍统计人员明细.xlsx', {
      sheet: '人员明细',
      rows: selectPersons(user, permission, of, at),
      columns: [
        { header: '学号', width: 16, value: (row) => row.studentNumber },
        { header: '姓名', width: 12, value: (row) => row.studentName },
        { header: '性别', width: 8, value: (row) => row.sexName },
        { header: '院系', width: 24, value: (row) => row.departmentName },
        { header: '年级专业', width: 28, value: (row) => row.gradeMajorName },
        { header: '行政班', width: 18, value: (row) => row.administrativeClassName },
        { header: '学生类别', width: 12, value: (row) => row.studentTypeName },
        { header: '学籍状态', width: 12, value: (row) => row.statusName },
        { header: '状态起始', width: 14, kind: 'time', value: (row) => row.since },
      ],
    });
  }),
  handler(takenBackupDays, async (_input, { services }) => ({ list: await readBackupDays(services.db) })),

  handler(queryStatusReturn, returned),
  documentHandler(exportStatusReturn, async (input, call) => {
    const table = await returned(input, call);
    const { title } = returnTables[input.table];
    return await workbookAnswer(call, 'one table of figures', `${title}.xlsx`, {
      sheet: title,
      above: [title, asOf(table)],
      ...sheetOf(table),
    });
  }),
  handler(queryStatusMovement, async (asked, { services, user, permission }) => ({
    groups: await readMovement(services.db, user, permission, asked),
  })),
  documentHandler(exportStatusMovement, async (asked, call) => {
    const groups = await readMovement(call.services.db, call.user, call.permission, asked);
    return await workbookAnswer(call, 'one table of figures', '学生变动情况.xlsx', {
      sheet: '学生变动情况',
      above: ['学生变动情况', `${asked.from} 之后至 ${asked.to}`],
      columns: movementColumns(asked.groupBy),
      rows: [...groups, movementTotal(groups)],
    });
  }),
  handler(statusMovementPersons, async (asked, { services, user, permission }) => {
    return await listMoved(services.db, user, permission, asked);
  }),

  handler(runBackupDay, async ({ commandId, key }, call) => {
    const { db } = call.services;
    const { rows } = await db.query<{ name: string; day: string; status: string; running: boolean }>(
      `select backup_name as name, backup_date::text as day, backup_status as status, exists (select from base.long_job
          where kind = 'backupDayRun' and status in ('0', '1') and payload->>'backupDayId' = $1
            and not exists (select from base.applied_command where command_id = $2)) as running
         from base.backup_day where backup_day_id = $1`,
      [key, commandId],
    );
    const [found] = rows;
    if (!found) throw new Refused('NOT_FOUND');
    if (found.status === backupStatus.done || found.running) throw new Refused('BACKUP_TAKEN');
    if (found.day > today(call)) throw new Refused('BACKUP_EARLY', { day: found.day });
    return await runCommand(
      startLongJob,
      {
        kind: 'backupDayRun',
        title: `备份日：${found.name}`,
        payload: { backupDayId: key },
        items: [{ itemKey: key, itemName: found.name }],
      },
      call,
      { commandId },
    );
  }),
  handler(compareBackupDay, async ({ key, ...page }, call) => {
    const { services, user, permission } = call;
    const { day } = await dayAsked(services.db, { backupDayId: key }, today(call));
    return await compareBackup(services.db, user, permission, { backupDayId: key, day, ...page });
  }),
];
