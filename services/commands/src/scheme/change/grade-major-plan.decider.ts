import {
  gradeMajorPlan,
  type GradeMajorPlanEvent,
  type GradeMajorPlanRequest,
} from '@jwxt/contracts/scheme/change/grade-major-plan.events.ts';
import type { BusinessRequestState } from '@jwxt/contracts/approval/business-request.state.ts';
import {
  createBusinessRequestDecider,
  type BusinessRequestCommand,
} from '../../approval/shared/business-request.decider.ts';
import type { Decider } from '../../kernel/decider.ts';
import { refuse } from '../../kernel/refusal.ts';

/** A plan passed, and its rows are not what was approved. */
export interface PlanClash {
  readonly type: 'clash';
  readonly why: string;
}

const requests = createBusinessRequestDecider(gradeMajorPlan, 'PLAN_APPROVAL_NOT_EDITABLE');

/** The rules of `gradeMajorPlan-<applyId>` (SCHEME-31). */
export const gradeMajorPlanDecider: Decider<
  BusinessRequestState<GradeMajorPlanRequest>,
  BusinessRequestCommand<GradeMajorPlanRequest> | PlanClash,
  GradeMajorPlanEvent,
  undefined
> = {
  ...requests,
  decide(state, command, facts) {
    if (command.type !== 'clash') return requests.decide(state, command, facts);
    if (state.status === 'none') return refuse('NOT_FOUND');
    if (state.status === 'clashed') return [];
    if (state.status !== 'requested') return refuse('PLAN_APPROVAL_NOT_EDITABLE');
    return [{ type: 'GradeMajorPlanClashed', data: { applyId: state.request.applyId, why: command.why } }];
  },
};
