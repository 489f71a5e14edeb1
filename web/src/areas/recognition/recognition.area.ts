import { recognitionKindOf } from '@jwxt/contracts/recognition/recognition.vocabulary.ts';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import type { WebArea } from '../../lib/area.ts';
import type { BusinessLinks } from '../../lib/business-links.ts';
import { recognitionRoutes } from './recognition.routes.tsx';

const link: BusinessLinks[string] = ({ processNo, applyId }) => ({
  to: modulePath('scoreManage', `recognition/${recognitionKindOf(processNo) ?? ''}/${encodeURIComponent(applyId)}`),
  label: '查看认定明细',
});

/** What the area brings to the pages. */
export const recognitionArea: WebArea = {
  routes: recognitionRoutes,
  staleAfter: { approvals: ['recognition.query.', 'recognition.detail.'] },
  businessLinks: { XTNCJRDSH: link, XTWCJRDSH: link, XWCJRDSH: link },
};
