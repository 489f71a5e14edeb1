import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { yesNo } from '../kernel/yes-no.ts';

/** Units whose rows the sender may touch; null: all. */
const units = z.array(z.string()).nullable();
const resultIds = z.array(z.number().int()).min(1, '请至少选择一条数据').max(500, '一次最多 500 条');
const cleaned = z.object({
  taskId: z.uuid(),
  points: z.number().int(),
  cleaned: z.number().int(),
  left: z.number().int(),
});

/** Looks at the data again: all points that are on, or the named ones. Answers how many problems stand. */
export const recheckMonitors = defineCommand(
  'monitor.recheck',
  z.object({ pointCodes: z.array(z.string()).optional() }),
  z.object({ points: z.number().int(), problems: z.number().int(), failed: z.number().int() }),
);
/** Looks again and cleans what needs no judgement (MONITOR-15). */
export const quickCleanMonitors = defineCommand('monitor.quickClean', z.object({ units }), cleaned);
/** Cleans the chosen results, which a person has looked at. */
export const cleanResults = defineCommand('monitor.clean', z.object({ resultIds, units }), cleaned);
/** Leaves results alone until a day, with a reason. */
export const ignoreResults = defineCommand(
  'monitor.ignore',
  z.object({
    resultIds,
    units,
    reason: z.string().trim().min(1, '请输入忽略原因').max(100, '最多 100 个字符'),
    until: z.iso.date('请选择截止日期'),
  }),
  z.object({ ignored: z.number().int() }),
);
/** Puts back what a cleaning changed, where nobody has changed it since. */
export const undoCleaning = defineCommand(
  'monitor.undo',
  z.object({ taskId: z.uuid(), units }),
  z.object({ restored: z.number().int(), left: z.number().int() }),
);
/** Switches a point on or off, and how many problems it may have before it counts as unhealthy. */
export const setMonitorPoint = defineCommand(
  'monitor.setPoint',
  z.object({ pointCode: z.string(), sfqy: z.enum(yesNo), threshold: z.number().int().min(0).max(100_000) }),
  z.object({ pointCode: z.string() }),
);
