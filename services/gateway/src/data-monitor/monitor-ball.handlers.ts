import { BALL_PERMISSION } from '@jwxt/contracts/data-monitor/data-monitor.vocabulary.ts';
import {
  ballPercentage,
  countCleanable,
  queryMonitorData,
  quickClean,
} from '@jwxt/contracts/data-monitor/monitor-ball.operations.ts';
import { quickCleanMonitors } from '@jwxt/contracts/data-monitor/data-monitor.command.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { handler, type SignedInCall } from '../kernel/handler.ts';
import { mayDo } from '../kernel/principal.ts';
import { Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import {
  enabled,
  healthPercentage,
  lastRun,
  problemSum,
  readPoints,
  type MonitorPointView,
} from './monitor-point.read.ts';
import { monitorUnits } from './monitor-units.ts';

/** Points as the owner of the ball sees them: somebody without its code sees no problem of anybody. */
const pointsOf = ({ services, user }: SignedInCall): Promise<MonitorPointView[]> =>
  readPoints(services.db, monitorUnits(user, BALL_PERMISSION));

const percentageHandler = handler(ballPercentage, async (_input, call) => {
  const points = await pointsOf(call);
  return { percentage: healthPercentage(points), problemNum: problemSum(points), lastRunTime: lastRun(points) };
});

const countHandler = handler(countCleanable, async (_input, call) => ({
  count: enabled(await pointsOf(call)).filter(
    ({ quickClean: quick, problemNum }) => quick === yesNo.yes && problemNum > 0,
  ).length,
}));

/** No permission travels with the call (MONITOR-17), so the code is asked for here: an open write would be a hole. */
const quickCleanHandler = handler(quickClean, async ({ commandId }, call) => {
  if (!mayDo(call.user, BALL_PERMISSION)) throw new Refused('FORBIDDEN');
  return await runCommand(quickCleanMonitors, { units: monitorUnits(call.user, BALL_PERMISSION) }, call, {
    commandId,
  });
});

const dataHandler = handler(queryMonitorData, async (_input, call) => {
  const points = enabled(await pointsOf(call));
  const groups = new Map(points.map(({ monitorGroup, monitorGroupName }) => [monitorGroup, monitorGroupName]));
  return [...groups]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([monitorGroup, monitorGroupName]) => {
      const of = points.filter((point) => point.monitorGroup === monitorGroup);
      return {
        monitorGroup,
        monitorGroupName,
        pointNum: of.length,
        problemNum: problemSum(of),
        cleanableNum: of.filter(({ quickClean: quick, problemNum }) => quick === yesNo.yes && problemNum > 0).length,
      };
    });
});

export const monitorBallHandlers = [percentageHandler, countHandler, quickCleanHandler, dataHandler];
