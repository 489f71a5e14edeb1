import type { GatewayArea } from '../kernel/area.ts';
import { commonPlanHandlers } from './plan/common-plan.handlers.ts';
import { coursePlanHandlers } from './plan/course-plan.handlers.ts';
import { executionPlanHandlers } from './plan/execution-plan.handlers.ts';
import { specialItemHandlers } from './plan/special-item.handlers.ts';

/** What the area brings to the gateway. */
export const schemeArea: GatewayArea = {
  handlers: [...executionPlanHandlers, ...commonPlanHandlers, ...coursePlanHandlers, ...specialItemHandlers],
};
