import type { ApprovalItem } from '@jwxt/contracts/approval/approval.operations.ts';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { BusinessLink, BusinessLinks, LinkedApplication } from '../../lib/business-links.ts';

/**
 * By process (APPROVAL-34…44), as its area says; null for processes without one, and when `factUseProcessCode` is set
 * (APPROVAL-33).
 */
export function businessLink(
  item: LinkedApplication,
  may: (permission: PermissionCode) => boolean,
  links: BusinessLinks,
): BusinessLink | null {
  if (item.factUseProcessCode !== null && item.factUseProcessCode !== '') return null;
  return links[item.processNo]?.(item, may) ?? null;
}

/**
 * The adjust-course page, for applications with a `factUseProcessCode` and without a business file table of their own
 * (APPROVAL-45, 46).
 */
export function adjustCourseLink(
  item: Pick<ApprovalItem, 'applyId' | 'factUseProcessCode' | 'businessFileTable'>,
  content: { creatorRole: string; adjustType: string } | undefined,
): { to: string; label: string } | null {
  if (
    item.factUseProcessCode === null ||
    item.factUseProcessCode === '' ||
    (item.businessFileTable !== null && item.businessFileTable !== '') ||
    content === undefined
  )
    return null;
  return { to: adjustCoursePath(item.applyId, content.creatorRole, content.adjustType), label: '调停课详情' };
}

/** Address of one adjust-course application: apply id, creator's role and adjust type in the path. */
export function adjustCoursePath(applyId: string, creatorRole: string, adjustType: string): string {
  return modulePath('arrange', `adjustCourse/${[applyId, creatorRole, adjustType].map(encodeURIComponent).join('/')}`);
}

/** Address of the form that sends an own application again which came back. */
export function adjustCourseAgainPath(applyId: string): string {
  return modulePath('arrange', `adjustCourse/again/${encodeURIComponent(applyId)}`);
}
