import {
  exportOperationLog,
  operationLogDetail,
  queryOperationLog,
  type OperationLogRow,
} from '@jwxt/contracts/system/operation-log.operations.ts';
import { exportHandler, listExport } from '../kernel/export-handler.ts';
import { handler } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import type { WorkbookColumn } from '../kernel/workbook.ts';
import { exportedLog, readLogged, readOperationLog } from './operation-log.read.ts';

const exported: readonly WorkbookColumn<OperationLogRow>[] = [
  { header: '时间', width: 20, kind: 'time', value: (row) => row.operateTime },
  { header: '账号', width: 14, value: (row) => row.userName },
  { header: '姓名', width: 12, value: (row) => row.name },
  { header: '代', width: 16, value: (row) => row.actedFor },
  { header: '操作', width: 14, value: (row) => row.operationName },
  { header: '对象', width: 16, value: (row) => row.resourceName },
  { header: '主键', width: 36, value: (row) => row.key },
  { header: '权限', width: 20, value: (row) => row.permissionName || row.permissionCode },
  { header: '临时登录签发人', width: 16, value: (row) => row.issuedBy },
  { header: '确认人', width: 16, value: (row) => row.confirmedBy },
  { header: '地址', width: 18, value: (row) => row.clientAddress },
  { header: '追踪号', width: 36, value: (row) => row.traceId },
];

/** The operation log (SYSADMIN-15). */
export const operationLogHandlers = [
  handler(queryOperationLog, (asked, { services }) => readOperationLog(services.db, asked)),
  handler(operationLogDetail, async ({ logId }, { services }) => {
    const row = await readLogged(services.db, logId);
    if (!row) throw new Refused('NOT_FOUND');
    return row;
  }),
  exportHandler(exportOperationLog, (filter) =>
    listExport('操作日志.xlsx', { sheet: '操作日志', columns: exported, rows: exportedLog(filter) }),
  ),
];
