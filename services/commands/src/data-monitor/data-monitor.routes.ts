import {
  cleanResults,
  ignoreResults as ignore,
  quickCleanMonitors,
  recheckMonitors,
  setMonitorPoint,
  undoCleaning as undo,
} from '@jwxt/contracts/data-monitor/data-monitor.command.ts';
import { applyOnce } from '../kernel/applied-command.ts';
import { defineRoute, type CommandRoute } from '../kernel/command-route.ts';
import { cleanChosen, quickClean } from './clean.ts';
import { ignoreResults, setPoint, undoCleaning } from './handle-results.ts';
import { lookAtData } from './check-points.ts';

/** Commands of the data monitor. Looking again changes nothing but its own results, so it may be done twice. */
export const dataMonitorRoutes: readonly CommandRoute[] = [
  defineRoute(recheckMonitors, async ({ pointCodes }, { time }, { pool }) => ({
    result: await lookAtData(pool, time, pointCodes),
    position: null,
  })),
  defineRoute(quickCleanMonitors, ({ units }, context, { pool }) =>
    applyOnce(pool, context, (client) => quickClean(client, context, units)),
  ),
  defineRoute(cleanResults, ({ resultIds, units }, context, { pool }) =>
    applyOnce(pool, context, (client) => cleanChosen(client, context, resultIds, units)),
  ),
  defineRoute(ignore, (payload, context, { pool }) =>
    applyOnce(pool, context, (client) => ignoreResults(client, context, payload)),
  ),
  defineRoute(undo, ({ taskId, units }, context, { pool }) =>
    applyOnce(pool, context, (client) => undoCleaning(client, context, taskId, units)),
  ),
  defineRoute(setMonitorPoint, (payload, context, { pool }) =>
    applyOnce(pool, context, (client) => setPoint(client, context, payload)),
  ),
];
