import { recognitionKindOf, recognitionKinds } from '@jwxt/contracts/recognition/recognition.vocabulary.ts';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import type { WebArea } from '../../lib/area.ts';
import type { ApprovalContent, BusinessLinks } from '../../lib/business-links.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { recognitionRoutes } from './recognition.routes.tsx';

const link: BusinessLinks[string] = ({ processNo, applyId }) => ({
  to: modulePath('scoreManage', `recognition/${recognitionKindOf(processNo) ?? ''}/${encodeURIComponent(applyId)}`),
  label: '查看认定明细',
});

const part = lazyPart(async () => (await import('./recognition-table.tsx')).RecognitionOf);
const contents = Object.fromEntries(
  Object.values(recognitionKinds).map(({ processNo, codes }): [string, ApprovalContent] => [
    processNo,
    { part, permission: codes.detail },
  ]),
);

/** What the area brings to the pages. */
export const recognitionArea: WebArea = {
  routes: recognitionRoutes,
  staleAfter: { approvals: ['recognition.query.', 'recognition.detail.'] },
  approvalContents: contents,
  businessLinks: { XTNCJRDSH: link, XTWCJRDSH: link, XWCJRDSH: link },
};
