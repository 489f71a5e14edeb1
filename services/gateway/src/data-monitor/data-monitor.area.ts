import type { GatewayArea } from '../kernel/area.ts';
import { dataMonitorHandlers } from './data-monitor.handlers.ts';
import { mergeHandlersOfGateway } from './merge.handlers.ts';
import { monitorBallHandlers } from './monitor-ball.handlers.ts';

/** What the area brings to the gateway. */
export const dataMonitorArea: GatewayArea = {
  handlers: [...dataMonitorHandlers, ...monitorBallHandlers, ...mergeHandlersOfGateway],
};
