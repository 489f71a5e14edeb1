import { type timeScopes, ALL_TIME } from '../approval/approval.vocabulary.ts';
import { yesNo } from '../kernel/yes-no.ts';
import { ADMIN_BASE } from '../kernel/module.vocabulary.ts';

/** Time ranges of lists in days, as everywhere (APPROVAL-05); '0' is everything. */
export const timeScopeValues = [
  '3',
  '7',
  '30',
  '90',
  '180',
  ALL_TIME,
] as const satisfies readonly (typeof timeScopes)[number]['value'][];

/** Which notices are listed (NOTICE-09): the value is that of `read`, empty for all. */
export const noticeFilters = [
  { value: '', label: '全部' },
  { value: yesNo.no, label: '未读' },
  { value: yesNo.yes, label: '已读' },
] as const;

/** Life of what is published (LC-P). */
export const publishStatus = { draft: '0', published: '1', ended: '2' } as const;
export type PublishStatus = (typeof publishStatus)[keyof typeof publishStatus];
export const publishStatusNames = {
  [publishStatus.draft]: '草稿',
  [publishStatus.published]: '已发布',
  [publishStatus.ended]: '已结束',
} as const satisfies Record<PublishStatus, string>;

/** Toast after notices were marked read (NOTICE-11). */
export const MARKED_READ_TEXT = '成功标记为已读!';

/** Page sizes (NOTICE-06, NOTICE-15, LIMITS): the home page's short list, the notices tab, the guides. */
export const HOME_NOTICES = 5;
export const NOTICE_PAGE_SIZE = 8;
export const GUIDE_PAGE_SIZE = 8;
/** Service domains are fetched in pages of ten (NOTICE-24). */
export const DOMAIN_PAGE_SIZE = 10;

/** Path of a notice's detail below `/jwxt/gly` (NOTICE-01). */
export const noticePath = (noticeId: string): string =>
  `${ADMIN_BASE}/newHome/components/messageSystem/information/${encodeURIComponent(noticeId)}`;
/** The own system messages outside the modules, for students, who have no module (NOTICE-38). */
export const OWN_MESSAGES_PATH = `${ADMIN_BASE}/newHome/components/messageSystem/systemMessage`;
/** Path of a guide's detail below `/jwxt/gly` (NOTICE-17). */
export const guidePath = (operationGuideId: string): string =>
  `${ADMIN_BASE}/newHome/components/guide/detailModal/${encodeURIComponent(operationGuideId)}`;
