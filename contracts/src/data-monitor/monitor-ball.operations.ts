import { z } from 'zod';
import { commandId, dateTimeText } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';

/**
 * The four calls name no permission (MONITOR-17); each still needs a session, and quick clean the code of the ball,
 * which its handler asks for.
 */
const access = { signedIn: '监测悬浮球的调用不带权限编码（MONITOR-17）；数据按范围过滤，清洗另验 MonitorBall:view' };
const count = z.number().int().min(0);

/**
 * Share of enabled points without an error in the caller's scope, 0–100 (MONITOR-13). `lastRunTime` null: never looked
 * yet.
 */
export const ballPercentage = defineOperation({
  id: 'dataMonitor.queryPercentage',
  method: 'GET',
  path: '/dataMonitor/ball/queryPercentage',
  access,
  summary: '数据健康度',
  input: z.object({}),
  output: z.object({
    percentage: z.number().int().min(0).max(100),
    problemNum: count,
    lastRunTime: dateTimeText.nullable(),
  }),
});
/** Points that quick clean can do something about (MONITOR-14). */
export const countCleanable = defineOperation({
  id: 'dataMonitor.countCleanable',
  method: 'GET',
  path: '/dataMonitor/ball/countCleanable',
  access,
  summary: '可清洗监测点数',
  input: z.object({}),
  output: z.object({ count }),
});
/** Cleans what needs no judgement and tells what it came to (MONITOR-15). */
export const quickClean = defineOperation({
  id: 'dataMonitor.quickClean',
  method: 'POST',
  path: '/dataMonitor/ball/quickClean',
  access,
  summary: '一键清洗',
  encoding: 'form',
  failureText: '清洗失败，数据未改动',
  patience: 'long',
  input: z.object({ commandId }),
  output: z.object({ taskId: z.uuid(), points: count, cleaned: count, left: count }),
});
/** Points and problems by group (MONITOR-16); groups without a point are left out. */
export const queryMonitorData = defineOperation({
  id: 'dataMonitor.queryMonitorData',
  method: 'GET',
  path: '/dataMonitor/ball/queryMonitorData',
  access,
  summary: '各组监测情况',
  input: z.object({}),
  output: z.array(
    z.object({
      monitorGroup: z.string(),
      monitorGroupName: z.string(),
      pointNum: count,
      problemNum: count,
      cleanableNum: count,
    }),
  ),
});
export const monitorBallOperations = [ballPercentage, countCleanable, quickClean, queryMonitorData] as const;
