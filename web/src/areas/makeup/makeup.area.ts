import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import type { WebArea } from '../../lib/area.ts';
import { makeupRoutes } from './makeup.routes.tsx';

/** What the area brings to the pages. */
export const makeupArea: WebArea = {
  routes: makeupRoutes,
  staleAfter: {
    approvals: ['retakeApproval.', 'rebuildScoreApproval.', 'rebuildManagement.', 'rebuildSignUpResult.own'],
    sheet: ['makeupList.query', 'rebuildClass.query', 'rebuildManagement.', 'rebuildSignUpResult.own'],
  },
  businessLinks: {
    BHKCJSP: ({ teachingClassId }) =>
      teachingClassId === null
        ? null
        : {
            to: modulePath('scoreManage', `retakeApproval/${encodeURIComponent(teachingClassId)}`),
            label: '查看补缓考成绩',
          },
    CXCJSP: ({ teachingClassId }) =>
      teachingClassId === null
        ? null
        : {
            to: modulePath('scoreManage', `rebuildScoreApproval/${encodeURIComponent(teachingClassId)}`),
            label: '查看重修成绩',
          },
  },
};
