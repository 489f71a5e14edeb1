import { defineStream } from '../kernel/stream.ts';
import {
  ADJUST_COURSE_STREAM_PREFIX,
  adjustCourseEvents,
  type AdjustCourseEvent,
  type AdjustCourseRequest,
} from './adjust-course.events.ts';
import type { BusinessRequestState } from './business-request.state.ts';

/** Folds one event of `adjustCourse-…`. */
export function evolveAdjustCourse(
  state: BusinessRequestState<AdjustCourseRequest>,
  event: AdjustCourseEvent,
): BusinessRequestState<AdjustCourseRequest> {
  if (event.type === 'AdjustCourseRequested') return { status: 'requested', request: event.data };
  if (state.status === 'none') throw new Error(`${event.type} on an adjustment that nobody asked for`);
  switch (event.type) {
    case 'AdjustCourseEffected':
      return { ...state, status: 'effected' };
    case 'AdjustCourseClosed':
      return { ...state, status: event.data.outcome };
    case 'AdjustCourseClashed':
      return { ...state, status: 'clashed' };
    default:
      return event satisfies never;
  }
}

/** What adjust-course applications ask for. */
export const adjustCourseStreams = defineStream({
  prefix: ADJUST_COURSE_STREAM_PREFIX,
  events: adjustCourseEvents,
  initial: { status: 'none' },
  evolve: evolveAdjustCourse,
});
