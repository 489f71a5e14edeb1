import type { ApprovalItem } from '@jwxt/contracts/approval/approval.operations.ts';
import { recognitionKindOf } from '@jwxt/contracts/recognition/recognition.vocabulary.ts';
import { modulePath } from '@jwxt/contracts/system/module.vocabulary.ts';

/** Where the business content of an application is shown: a page, or a dialog over the detail. */
export type BusinessLink =
  | { label: string; to: string }
  | { label: string; dialog: 'infoCheck' | 'content'; title: string; width: number };

type Linked = Pick<ApprovalItem, 'processNo' | 'applyId' | 'teachingClassId' | 'scoreType' | 'factUseProcessCode'>;

/**
 * By process (APPROVAL-34…44); null for processes without one, and when `factUseProcessCode` is set (APPROVAL-33).
 * Ordinary scores are shown as they were handed in to who may read submissions (`regularScoreApproval:query`); a
 * teacher is led to the own sheet.
 */
export function businessLink(item: Linked, may: (permission: string) => boolean): BusinessLink | null {
  if (item.factUseProcessCode !== null && item.factUseProcessCode !== '') return null;
  switch (item.processNo) {
    case 'BHKCJSP':
      return item.teachingClassId === null
        ? null
        : {
            to: modulePath('scoreManage', `retakeApproval/${encodeURIComponent(item.teachingClassId)}`),
            label: '查看补缓考成绩',
          };
    case 'CXCJSP':
      return item.teachingClassId === null
        ? null
        : {
            to: modulePath('scoreManage', `rebuildScoreApproval/${encodeURIComponent(item.teachingClassId)}`),
            label: '查看重修成绩',
          };
    case 'ZKCJSP':
      if (may('regularScoreApproval:query'))
        return {
          to: modulePath('scoreManage', `regularApproval/${encodeURIComponent(item.applyId)}`),
          label: '查看送审成绩',
        };
      return item.teachingClassId === null || item.scoreType === null
        ? null
        : {
            to: modulePath('scoreManage', `entry/${encodeURIComponent(item.teachingClassId)}/${item.scoreType}`),
            label: '查看成绩单',
          };
    case 'CJXGSP':
      return { to: modulePath('scoreManage', `change/${encodeURIComponent(item.applyId)}`), label: '查看更改明细' };
    case 'XTNCJRDSH':
    case 'XTWCJRDSH':
    case 'XWCJRDSH':
      return {
        to: modulePath(
          'scoreManage',
          `recognition/${recognitionKindOf(item.processNo) ?? ''}/${encodeURIComponent(item.applyId)}`,
        ),
        label: '查看认定明细',
      };
    case 'XSXXHD':
      return { dialog: 'infoCheck', label: '核对详情', title: '核对详情', width: 860 };
    case 'ZYPYFA':
      return { dialog: 'content', label: '方案预览', title: '专业培养方案预览', width: 1000 };
    case 'GRPYFA':
      return { dialog: 'content', label: '个人培养方案', title: '个人培养方案详情', width: 1200 };
    case 'GXKSQ':
      return { to: modulePath('scoreManage', `elective/${encodeURIComponent(item.applyId)}`), label: '查看公选课申请' };
    default:
      return null;
  }
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
