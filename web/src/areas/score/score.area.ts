import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import type { WebArea } from '../../lib/area.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { scoreRoutes } from './score.routes.tsx';

const submitted = () => import('./regular-approval/submitted-scores.tsx');

/** What the area brings to the pages. */
export const scoreArea: WebArea = {
  routes: scoreRoutes,
  approvalContents: {
    ZKCJSP: {
      part: lazyPart(async () => (await submitted()).SubmittedScoresOf),
      permission: 'regularScoreApproval:query',
    },
    BHKCJSP: { part: lazyPart(async () => (await submitted()).SubmittedMakeupsOf), permission: 'retakeApproval:query' },
    CXCJSP: {
      part: lazyPart(async () => (await submitted()).SubmittedRetakesOf),
      permission: 'rebuildScoreApproval:query',
    },
    CJXGSP: {
      part: lazyPart(async () => (await import('./changes/change-table.tsx')).ChangesOf),
      permission: 'scoreChangeAudit:detail',
      tellsDifferences: true,
    },
  },
  // Own applications change with approvals, so lists that show their state go along.
  staleAfter: {
    approvals: ['scoreEntry.classes', 'scoreChange.', 'regularApproval.'],
    sheet: ['scoreEntry.classes'],
  },
  businessLinks: {
    /**
     * Ordinary scores are shown as they were handed in to who may read submissions; a teacher is led to the own sheet.
     */
    ZKCJSP({ applyId, teachingClassId, scoreType }, may) {
      if (may('regularScoreApproval:query'))
        return {
          to: modulePath('scoreManage', `regularApproval/${encodeURIComponent(applyId)}`),
          label: '查看送审成绩',
        };
      return teachingClassId === null || scoreType === null
        ? null
        : {
            to: modulePath('scoreManage', `entry/${encodeURIComponent(teachingClassId)}/${scoreType}`),
            label: '查看成绩单',
          };
    },
    CJXGSP: ({ applyId }) => ({
      to: modulePath('scoreManage', `change/${encodeURIComponent(applyId)}`),
      label: '查看更改明细',
    }),
  },
};
