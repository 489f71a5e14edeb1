import {
  cleanResults,
  ignoreResults,
  recheckMonitors,
  setMonitorPoint,
  undoCleaning,
} from '@jwxt/contracts/data-monitor/data-monitor.command.ts';
import {
  cleanMonitorResults,
  exportMonitorResults,
  ignoreMonitorResults,
  monitorScreen,
  queryCleanings,
  queryMonitorPoints,
  queryMonitorResults,
  recheck,
  undoMonitorCleaning,
  updateMonitorPoint,
} from '@jwxt/contracts/data-monitor/data-monitor.operations.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { exportHandler, listExport } from '../kernel/export-handler.ts';
import { handler, type SignedInCall } from '../kernel/handler.ts';
import { runCommand } from '../kernel/run-command.ts';
import type { WorkbookColumn } from '../kernel/workbook.ts';
import { readPoints } from './monitor-point.read.ts';
import { exportedResults, readResults, type MonitorResultView } from './monitor-result.read.ts';
import { readCleanings, readScreen } from './monitor-screen.read.ts';
import { monitorUnits } from './monitor-units.ts';

/** Units in which the caller may do what the operation asks. */
const unitsOf = ({ user, permission }: Pick<SignedInCall, 'user' | 'permission'>): string[] | null =>
  monitorUnits(user, permission);

const pointsHandler = handler(queryMonitorPoints, async (_input, call) => ({
  list: await readPoints(call.services.db, unitsOf(call)),
}));
const screenHandler = handler(monitorScreen, (_input, call) => readScreen(call.services.db, unitsOf(call), call.now));
const resultsHandler = handler(queryMonitorResults, ({ pageNo, pageSize, ...filter }, call) =>
  readResults(call.services.db, unitsOf(call), filter, { limit: pageSize, offset: (pageNo - 1) * pageSize }),
);
const tasksHandler = handler(queryCleanings, (page, call) =>
  readCleanings(call.services.db, unitsOf(call), call.now, page),
);

const columns: readonly WorkbookColumn<MonitorResultView>[] = [
  { header: '监测分组', width: 12, value: ({ monitorGroupName }) => monitorGroupName },
  { header: '监测点', width: 40, value: ({ pointName }) => pointName },
  { header: '严重程度', width: 10, value: ({ severityName }) => severityName },
  { header: '数据', width: 36, value: ({ businessName }) => businessName },
  { header: '单位', width: 20, value: ({ departmentName }) => departmentName ?? '' },
  { header: '问题描述', width: 48, value: ({ problemText }) => problemText },
  { header: '处理办法', width: 40, value: ({ remedy }) => remedy },
  { header: '发现时间', width: 20, kind: 'time', value: ({ foundTime }) => foundTime },
  { header: '处理状态', width: 10, value: ({ handleStatusName }) => handleStatusName },
  { header: '处理人', width: 12, value: ({ handler: person }) => person ?? '' },
  { header: '处理时间', width: 20, kind: 'time', value: ({ handleTime }) => handleTime ?? '' },
  { header: '忽略原因', width: 30, value: ({ ignoreReason }) => ignoreReason ?? '' },
];

const resultsExport = exportHandler(exportMonitorResults, (filter, call) =>
  listExport(`监测结果 ${toDateTimeText(call.now).replaceAll(':', '-')}.xlsx`, {
    sheet: '监测结果',
    columns,
    rows: exportedResults(unitsOf(call), filter),
  }),
);

const recheckHandler = handler(recheck, ({ commandId }, call) => runCommand(recheckMonitors, {}, call, { commandId }));
const updateHandler = handler(updateMonitorPoint, ({ commandId, ...point }, call) =>
  runCommand(setMonitorPoint, point, call, { commandId }),
);
const cleanHandler = handler(cleanMonitorResults, ({ commandId, resultIds }, call) =>
  runCommand(cleanResults, { resultIds, units: unitsOf(call) }, call, { commandId }),
);
const ignoreHandler = handler(ignoreMonitorResults, ({ commandId, ...input }, call) =>
  runCommand(ignoreResults, { ...input, units: unitsOf(call) }, call, { commandId }),
);
const undoHandler = handler(undoMonitorCleaning, ({ commandId, taskId }, call) =>
  runCommand(undoCleaning, { taskId, units: unitsOf(call) }, call, { commandId }),
);

export const dataMonitorHandlers = [
  pointsHandler,
  screenHandler,
  resultsHandler,
  resultsExport,
  recheckHandler,
  updateHandler,
  cleanHandler,
  ignoreHandler,
  tasksHandler,
  undoHandler,
];
