import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { resourcePath } from '@jwxt/contracts/kernel/resource.vocabulary.ts';

/** Where applications to change information are decided, and asked for by staff. */
export const INFO_CHECKS_PATH = modulePath('student', 'studentInformationApproval');
export const infoCheckPath = (applyId: string): string => `${INFO_CHECKS_PATH}/${encodeURIComponent(applyId)}`;
/** How far a window is. */
export const progressPath = (checkTimeId: string): string =>
  `${resourcePath('infoCheckTime')}/${encodeURIComponent(checkTimeId)}`;
