import {
  courseReplace,
  type CourseReplaceEvent,
  type CourseReplaceRequest,
} from '@jwxt/contracts/scheme/individual/course-replace.events.ts';
import { createBusinessRequestDecider, type RequestDecider } from '../../approval/shared/business-request.decider.ts';
import { refuse } from '../../kernel/refusal.ts';

/** Another rule stands in its way when it is to take effect. */
export interface ReplaceClash {
  readonly type: 'clash';
  readonly why: string;
}

const requests = createBusinessRequestDecider(courseReplace, 'COURSE_REPLACE_NOT_EDITABLE');

/** The rules of `courseReplace-<applyId>`. */
export const courseReplaceDecider: RequestDecider<CourseReplaceRequest, ReplaceClash, CourseReplaceEvent> = {
  ...requests,
  decide(state, command, facts) {
    if (command.type !== 'clash') return requests.decide(state, command, facts);
    if (state.status === 'none') return refuse('NOT_FOUND');
    if (state.status === 'clashed') return [];
    if (state.status !== 'requested') return refuse('COURSE_REPLACE_NOT_EDITABLE');
    return [{ type: 'CourseReplaceClashed', data: { applyId: state.request.applyId, why: command.why } }];
  },
};
