import { processNames } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { resourcePath } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import { OWN_SHUNT_PATH, SHUNT_PROCESS } from '@jwxt/contracts/student-status/divert/divert.vocabulary.ts';
import { createRoute } from '@tanstack/react-router';
import type { WebArea } from '../../../lib/area.ts';
import { lazyPage } from '../../../lib/lazy-page.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { shuntPath, shuntPathOf, transferAdmissionPath } from './divert-path.ts';

/** Pages of streaming and transfer of majors (STUDENT-STATUS-20, 22, 23, 36, 37, 41). */
export const statusDivertParts: WebArea = {
  routes: (parent) => {
    const getParentRoute = () => parent;
    return [
      createRoute({
        getParentRoute,
        path: resourcePath('professionalDiversion'),
        component: lazyPage(() => import('./diversions.page.tsx'), 'DiversionsPage'),
      }),
      createRoute({
        getParentRoute,
        path: shuntPath,
        component: lazyPage(() => import('./shunt.page.tsx'), 'ShuntPage'),
      }),
      createRoute({
        getParentRoute,
        path: OWN_SHUNT_PATH,
        component: lazyPage(() => import('./own-shunt.page.tsx'), 'OwnShuntPage'),
      }),
      createRoute({
        getParentRoute,
        path: transferAdmissionPath,
        component: lazyPage(() => import('./transfer-admissions.page.tsx'), 'TransferAdmissionsPage'),
      }),
    ];
  },
  staleAfter: { approvals: ['shuntAction.', 'majorOrDirection.', 'transferMajor.'] },
  approvalContents: {
    [SHUNT_PROCESS]: {
      part: lazyPart(async () => (await import('./shunt-list.tsx')).ShuntListOf),
      permission: 'shuntAction:query',
    },
  },
  businessLinks: {
    [SHUNT_PROCESS]: ({ applyId }) => ({ to: shuntPathOf(applyId), label: `查看${processNames[SHUNT_PROCESS]}` }),
  },
};
