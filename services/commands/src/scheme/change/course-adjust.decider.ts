import type { BusinessRequestState } from '@jwxt/contracts/approval/business-request.state.ts';
import {
  courseAdjust,
  type CourseAdjustEvent,
  type CourseAdjustRequest,
  type RowChange,
} from '@jwxt/contracts/scheme/change/course-adjust.events.ts';
import {
  createBusinessRequestDecider,
  type BusinessRequestCommand,
} from '../../approval/shared/business-request.decider.ts';
import type { Decider } from '../../kernel/decider.ts';
import { refuse } from '../../kernel/refusal.ts';

/** What became of a change that passed: carried out with these rows, or why it could not be. */
export type AdjustOutcome =
  | { readonly type: 'implement'; readonly rows: RowChange[] }
  | { readonly type: 'clash'; readonly why: string };

const requests = createBusinessRequestDecider(courseAdjust, 'COURSE_ADJUST_NOT_EDITABLE');

/** The rules of `courseAdjust-<applyId>` (SCHEME-07, 32). */
export const courseAdjustDecider: Decider<
  BusinessRequestState<CourseAdjustRequest>,
  BusinessRequestCommand<CourseAdjustRequest> | AdjustOutcome,
  CourseAdjustEvent,
  undefined
> = {
  ...requests,
  decide(state, command, facts) {
    if (command.type !== 'implement' && command.type !== 'clash') return requests.decide(state, command, facts);
    if (state.status === 'none') return refuse('NOT_FOUND');
    if (state.status === (command.type === 'implement' ? 'effected' : 'clashed')) return [];
    if (state.status !== 'requested') return refuse('COURSE_ADJUST_NOT_EDITABLE');
    const { applyId } = state.request;
    return command.type === 'implement'
      ? [{ type: 'CourseAdjustImplemented', data: { applyId, rows: command.rows } }]
      : [{ type: 'CourseAdjustClashed', data: { applyId, why: command.why } }];
  },
};
