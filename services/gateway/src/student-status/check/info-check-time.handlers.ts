import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import {
  exportInfoCheckProgress,
  infoCheckProgress,
  infoCheckStudents,
  urgeInfoCheck,
  urgeInfoCheckOperation,
} from '@jwxt/contracts/student-status/check/info-check-time.operations.ts';
import { checkProgressNames } from '@jwxt/contracts/student-status/check/info-check.vocabulary.ts';
import { exportHandler, listExport } from '../../kernel/export-handler.ts';
import { handler, type Handler } from '../../kernel/handler.ts';
import { Refused } from '../../kernel/refused.ts';
import { runCommand } from '../../kernel/run-command.ts';
import {
  exportedProgress,
  findCheckTime,
  listProgress,
  progressByClass,
  waitingStudents,
  type ProgressRow,
} from './info-check-time.read.ts';

/** How far a window is, and reminding those who have not looked (STUDENT-STATUS-21). */
export const infoCheckTimeHandlers: readonly Handler[] = [
  handler(infoCheckProgress, async ({ checkTimeId }, call) => {
    const found = await findCheckTime(call.services.db, checkTimeId, call.now);
    const classes = await progressByClass(call.services.db, call, checkTimeId);
    if (!found) throw new Refused('NOT_FOUND');
    return { ...found, classes };
  }),
  handler(infoCheckStudents, async (filter, call) => {
    const { rows, total } = await listProgress(call.services.db, call, filter);
    return {
      rows: rows.map(({ studentCode, studentNumber, studentName, className, progress, time }) => ({
        studentCode,
        studentNumber,
        studentName,
        className,
        progress,
        progressName: checkProgressNames[progress],
        time: time && toDateTimeText(time),
      })),
      total,
    };
  }),
  exportHandler(exportInfoCheckProgress, (filter, call) =>
    listExport<ProgressRow>('信息核对名单.xlsx', {
      sheet: '信息核对名单',
      rows: exportedProgress(call, filter),
      columns: [
        { header: '学号', width: 16, value: (row) => row.studentNumber },
        { header: '姓名', width: 14, value: (row) => row.studentName },
        { header: '院系', width: 24, value: (row) => row.departmentName },
        { header: '行政班', width: 24, value: (row) => row.className },
        { header: '核对情况', width: 16, value: (row) => checkProgressNames[row.progress] },
        {
          header: '时间',
          width: 20,
          kind: 'time',
          value: (row) => (row.time === null ? '' : toDateTimeText(row.time)),
        },
      ],
    }),
  ),
  handler(urgeInfoCheckOperation, async ({ commandId, ...filter }, call) => {
    const studentCodes = await waitingStudents(call.services.db, call, filter);
    if (studentCodes.length === 0) throw new Refused('INFO_CHECK_NOBODY');
    const { checkTimeId } = filter;
    return await runCommand(urgeInfoCheck, { checkTimeId, studentCodes }, call, { commandId });
  }),
];
