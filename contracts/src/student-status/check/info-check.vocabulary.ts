import { ADMIN_BASE } from '../../kernel/module.vocabulary.ts';

/** Business table of the applications and of their evidence. */
export const INFO_CHECK_FILES = 'T_XJGL_XSXXHD';
/** Where a student checks the own data: outside the modules (HOME-26). */
export const OWN_INFO_CHECK_PATH = `${ADMIN_BASE}/newHome/components/infoCheck`;

/** How far a student is in a window. */
export const checkProgress = { waiting: '0', confirmed: '1', proposed: '2' } as const;
export type CheckProgress = (typeof checkProgress)[keyof typeof checkProgress];
export const checkProgressNames: Readonly<Record<CheckProgress, string>> = {
  [checkProgress.waiting]: '未核对',
  [checkProgress.confirmed]: '已确认无误',
  [checkProgress.proposed]: '已提出更正',
};

/**
 * What the evidence of a check is attached to: it names the student, so that his checks are found from it. Where the
 * student's code is too long for that, the id alone: its evidence stays as it was sent.
 */
export function checkFileId(studentId: string, id: string): string {
  const named = `${studentId}.${id}`;
  return /^[\w-]+\.[\w-]+$/.test(named) && named.length <= 60 ? named : id;
}

/** The student whom such an id names; null: none. */
export function studentOfCheckFile(fileId: string): string | null {
  const [studentId, id] = fileId.split('.');
  return studentId !== undefined && id !== undefined ? studentId : null;
}
