import {
  adjustCourse,
  type AdjustCourseEvent,
  type AdjustCourseRequest,
  type ClashWith,
} from '@jwxt/contracts/approval/adjust-course.events.ts';
import type { BusinessRequestState } from '@jwxt/contracts/approval/business-request.state.ts';
import { createBusinessRequestDecider, type BusinessRequestCommand } from './shared/business-request.decider.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/refusal.ts';

/** An adjustment finds its place taken when it is to take effect. */
export interface Clash {
  readonly type: 'clash';
  readonly with: readonly ClashWith[];
}

const requests = createBusinessRequestDecider(adjustCourse, 'ADJUST_COURSE_NOT_EDITABLE');

/** The rules of `adjustCourse-<applyId>`. */
export const adjustCourseDecider: Decider<
  BusinessRequestState<AdjustCourseRequest>,
  BusinessRequestCommand<AdjustCourseRequest> | Clash,
  AdjustCourseEvent,
  undefined
> = {
  ...requests,
  decide(state, command, facts) {
    if (command.type !== 'clash') return requests.decide(state, command, facts);
    if (state.status === 'none') return refuse('NOT_FOUND');
    if (state.status === 'clashed') return [];
    if (state.status !== 'requested') return refuse('ADJUST_COURSE_NOT_EDITABLE');
    return [{ type: 'AdjustCourseClashed', data: { applyId: state.request.applyId, with: [...command.with] } }];
  },
};
