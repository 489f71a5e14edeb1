import { z } from 'zod';
import { commandId, dateTimeText, integer, pageNum, pageSize, total } from '../kernel/fields.ts';
import { sortBy } from '../kernel/list-sort.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';
import { yesNo } from '../kernel/yes-no.ts';
import { handleStatus, severity } from './data-monitor.vocabulary.ts';

const count = z.number().int().min(0);
const query = { permission: 'dataMonitor:query' } as const;
const clean = { permission: 'dataMonitor:clean' } as const;

/** One point with what it found in the caller's scope. */
export const monitorPointView = z.object({
  pointCode: z.string(),
  pointName: z.string(),
  monitorGroup: z.string(),
  monitorGroupName: z.string(),
  severity: z.enum(severity),
  severityName: z.string(),
  /** `1` when a person may let it be cleaned, row by row or at once. */
  cleanable: z.enum(yesNo),
  quickClean: z.enum(yesNo),
  /** What cleaning does, or where a person puts it right. */
  remedy: z.string(),
  page: z.string().nullable(),
  threshold: count,
  problemNum: count,
  ignoredNum: count,
  lastRunTime: dateTimeText.nullable(),
  lastFailure: z.string().nullable(),
  sfqy: z.enum(yesNo),
});
/** Every point, by group. */
export const queryMonitorPoints = defineOperation({
  id: 'dataMonitor.queryPoints',
  method: 'GET',
  path: '/dataMonitor/monitorPoint/query',
  access: query,
  scope: 'unit',
  summary: '监测点',
  input: z.object({}),
  output: z.object({ list: z.array(monitorPointView) }),
});
/** Head, trend and worst units of the screen (MONITOR-08). */
export const monitorScreen = defineOperation({
  id: 'dataMonitor.screen',
  method: 'GET',
  path: '/dataMonitor/monitorscreen/query',
  access: query,
  scope: 'unit',
  summary: '数据监控大屏',
  input: z.object({}),
  output: z.object({
    percentage: z.number().int().min(0).max(100),
    pointNum: count,
    problemPointNum: count,
    problemNum: count,
    cleanedToday: count,
    lastRunTime: dateTimeText.nullable(),
    /**
     * Open problems at the last look of each of the last 30 days on which there was one; `byGroup` in the order of
     * `groups`.
     */
    groups: z.array(z.object({ monitorGroup: z.string(), monitorGroupName: z.string() })),
    trend: z.array(z.object({ day: z.string(), byGroup: z.array(count) })),
    units: z.array(z.object({ departmentId: z.string(), departmentName: z.string(), problemNum: count })),
  }),
});

const filter = {
  pointCode: z.string().max(40).optional(),
  monitorGroup: z.string().max(2).optional(),
  departmentId: z.string().max(64).optional(),
  handleStatus: z.enum(handleStatus).default(handleStatus.open),
  keyword: z.string().trim().max(60).optional(),
};
/** One wrong row. `changes` is what cleaning does (or did) to it. */
export const monitorResultView = z.object({
  resultId: z.number().int(),
  pointCode: z.string(),
  pointName: z.string(),
  monitorGroupName: z.string(),
  severity: z.enum(severity),
  severityName: z.string(),
  businessKey: z.string(),
  businessName: z.string(),
  departmentId: z.string().nullable(),
  departmentName: z.string().nullable(),
  problemText: z.string(),
  foundTime: dateTimeText,
  handleStatus: z.enum(handleStatus),
  handleStatusName: z.string(),
  handler: z.string().nullable(),
  handleTime: dateTimeText.nullable(),
  ignoreReason: z.string().nullable(),
  ignoreUntil: z.string().nullable(),
  page: z.string().nullable(),
  remedy: z.string(),
  /** `1`: it can be cleaned now. */
  cleanable: z.enum(yesNo),
  changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
});
/** What the list is sorted by. */
export const monitorResultSorts = ['severity', 'pointName', 'businessName', 'foundTime'] as const;

export const queryMonitorResults = defineOperation({
  id: 'dataMonitor.queryResults',
  method: 'GET',
  path: '/dataMonitor/monitorResult/query',
  access: query,
  scope: 'unit',
  summary: '监测结果',
  input: z.object({ ...filter, sort: sortBy(monitorResultSorts), pageNo: pageNum, pageSize }),
  output: z.object({ list: z.array(monitorResultView), total }),
});
export const exportMonitorResults = defineOperation({
  id: 'dataMonitor.exportResults',
  method: 'GET',
  path: '/dataMonitor/monitorResult/exportExcel',
  access: { permission: 'dataMonitor:exportExcel' },
  scope: 'unit',
  summary: '导出监测结果',
  answer: 'file',
  outcome: 'exportExcel',
  input: z.object(filter),
  output: z.unknown(),
});

/** Looks at all the data again, at once. */
export const recheck = defineOperation({
  id: 'dataMonitor.recheck',
  method: 'POST',
  path: '/dataMonitor/monitorPoint/recheck',
  access: clean,
  scope: { none: '重新计算各监测点，不看也不改任何数据' },
  summary: '重新监测',
  encoding: 'form',
  failureText: '监测未完成，显示的仍是上次的结果',
  patience: 'long',
  input: z.object({ commandId }),
  output: z.object({ points: count, problems: count, failed: count }),
});
export const updateMonitorPoint = defineOperation({
  id: 'dataMonitor.updatePoint',
  method: 'POST',
  path: '/dataMonitor/monitorPoint/update',
  access: { permission: 'dataMonitor:update' },
  scope: noScope.school,
  summary: '修改监测点',
  encoding: 'form',
  outcome: 'modify',
  input: z.object({
    commandId,
    pointCode: z.string().min(1, '必填').max(40),
    sfqy: z.enum(yesNo),
    threshold: integer(0, 100_000, '应为0至100000的整数'),
  }),
  output: z.object({ pointCode: z.string() }),
});
const resultIds = z.array(z.number().int()).min(1, '请至少选择一条数据').max(500, '一次最多 500 条');
export const cleanMonitorResults = defineOperation({
  id: 'dataMonitor.clean',
  method: 'POST',
  path: '/dataMonitor/monitorResult/clean',
  access: clean,
  scope: 'unit',
  summary: '清洗所选问题',
  encoding: 'json',
  failureText: '清洗失败，数据未改动',
  patience: 'long',
  input: z.object({ commandId, resultIds }),
  output: z.object({ taskId: z.uuid(), points: count, cleaned: count, left: count }),
});
export const ignoreMonitorResults = defineOperation({
  id: 'dataMonitor.ignore',
  method: 'POST',
  path: '/dataMonitor/monitorResult/ignore',
  access: clean,
  scope: 'unit',
  summary: '忽略所选问题',
  encoding: 'json',
  outcome: 'operate',
  input: z.object({
    commandId,
    resultIds,
    reason: z.string().trim().min(1, '请输入忽略原因').max(100, '最多 100 个字符'),
    until: z.iso.date('请选择截止日期'),
  }),
  output: z.object({ ignored: count }),
});
/** What the list is sorted by. */
export const cleaningSorts = ['time', 'name', 'points', 'cleaned', 'left'] as const;

/** Cleanings of the last days, newest first. `undoable` `1`: it can still be taken back. */
export const queryCleanings = defineOperation({
  id: 'dataMonitor.queryTasks',
  method: 'GET',
  path: '/dataMonitor/monitorTask/query',
  access: query,
  scope: 'unit',
  summary: '清洗记录',
  input: z.object({ sort: sortBy(cleaningSorts), pageNo: pageNum, pageSize }),
  output: z.object({
    list: z.array(
      z.object({
        taskId: z.string(),
        quick: z.enum(yesNo),
        time: dateTimeText,
        name: z.string(),
        points: count,
        cleaned: count,
        left: count,
        undoable: z.enum(yesNo),
        undoneTime: dateTimeText.nullable(),
        undoneBy: z.string().nullable(),
      }),
    ),
    total,
  }),
});
export const undoMonitorCleaning = defineOperation({
  id: 'dataMonitor.undo',
  method: 'POST',
  path: '/dataMonitor/monitorTask/undo',
  access: clean,
  scope: 'unit',
  summary: '撤销清洗',
  encoding: 'form',
  outcome: 'operate',
  input: z.object({ commandId, taskId: z.uuid() }),
  output: z.object({ restored: count, left: count }),
});
export const dataMonitorOperations = [
  queryMonitorPoints,
  monitorScreen,
  queryMonitorResults,
  exportMonitorResults,
  recheck,
  updateMonitorPoint,
  cleanMonitorResults,
  ignoreMonitorResults,
  queryCleanings,
  undoMonitorCleaning,
] as const;
