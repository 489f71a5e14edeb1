import type { ApprovalItem } from '@jwxt/contracts/approval/approval.operations.ts';

/** Where the business content of an application is shown, by process; null for processes without a page, and when `factUseProcessCode` is set (APPROVAL-33, 37…43). */
export function businessLink(item: Pick<ApprovalItem, 'processNo' | 'applyId' | 'teachingClassId' | 'scoreType' | 'factUseProcessCode'>): { to: string; label: string } | null {
  if (item.factUseProcessCode !== null && item.factUseProcessCode !== '') return null;
  switch (item.processNo) {
    case 'ZKCJSP':
    case 'BHKCJSP':
    case 'CXCJSP':
      return item.teachingClassId === null || item.scoreType === null ? null : { to: `/jwxt/gly/scoreManage/entry/${encodeURIComponent(item.teachingClassId)}/${item.scoreType}`, label: '查看成绩单' };
    case 'CJXGSP':
      return { to: `/jwxt/gly/scoreManage/change/${encodeURIComponent(item.applyId)}`, label: '查看更改明细' };
    case 'XTNCJRDSH':
    case 'XTWCJRDSH':
    case 'XWCJRDSH':
      return { to: `/jwxt/gly/scoreManage/recognition/${encodeURIComponent(item.applyId)}`, label: '查看认定明细' };
    default:
      return null;
  }
}
