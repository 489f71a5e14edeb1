import type { WebArea } from '../../lib/area.ts';
import { STAFF_PATH } from './deferred-exam-address.ts';
import { deferredExamRoutes } from './deferred-exam.routes.tsx';

/** What the area brings to the pages. */
export const deferredExamArea: WebArea = {
  routes: deferredExamRoutes,
  staleAfter: { approvals: ['deferredExam.query', 'deferredExam.detail'] },
  businessLinks: {
    HKSQ: ({ applyId }) => ({ to: `${STAFF_PATH}/${encodeURIComponent(applyId)}`, label: '查看缓考申请' }),
  },
};
