import type { AdjustCourseEvent, AdjustCourseRequest } from '@jwxt/contracts/approval/adjust-course.events.ts';
import { evolveAdjustCourse } from '@jwxt/contracts/approval/adjust-course.state.ts';
import { createBusinessRequestDecider } from '../kernel/business-request.decider.ts';

/** The rules of `adjustCourse-<applyId>`. */
export const adjustCourseDecider = createBusinessRequestDecider<AdjustCourseRequest, AdjustCourseEvent>({
  evolve: evolveAdjustCourse, notEditable: 'ADJUST_COURSE_NOT_EDITABLE',
  requested: (data) => ({ type: 'AdjustCourseRequested', data }),
  effected: (applyId) => ({ type: 'AdjustCourseEffected', data: { applyId } }),
  closed: (data) => ({ type: 'AdjustCourseClosed', data }),
});
