import { expect, it } from 'vitest';
import type { CourseAdjustRequest } from '@jwxt/contracts/scheme/change/course-adjust.events.ts';
import type { BusinessRequestState } from '@jwxt/contracts/approval/business-request.state.ts';
import { courseAdjustDecider } from './course-adjust.decider.ts';

const request = { applyId: 'A1' } as CourseAdjustRequest;
const at = (status: 'requested' | 'effected' | 'clashed' | 'returned'): BusinessRequestState<CourseAdjustRequest> => ({
  status,
  request,
});
const rows = [{ before: null, after: null }];

// SCHEME-07
it('is carried out once, with its rows; what is over takes no other end', () => {
  const decide = (
    state: BusinessRequestState<CourseAdjustRequest>,
    command: Parameters<typeof courseAdjustDecider.decide>[1],
  ) => courseAdjustDecider.decide(state, command, undefined);
  expect(decide(at('requested'), { type: 'implement', rows })).toEqual([
    { type: 'CourseAdjustImplemented', data: { applyId: 'A1', rows } },
  ]);
  expect(decide(at('effected'), { type: 'implement', rows })).toEqual([]);
  expect(decide(at('clashed'), { type: 'clash', why: '已变化' })).toEqual([]);
  expect(decide(at('effected'), { type: 'clash', why: '已变化' })).toMatchObject({
    refused: { code: 'COURSE_ADJUST_NOT_EDITABLE' },
  });
  expect(decide(at('returned'), { type: 'implement', rows })).toMatchObject({
    refused: { code: 'COURSE_ADJUST_NOT_EDITABLE' },
  });
});
