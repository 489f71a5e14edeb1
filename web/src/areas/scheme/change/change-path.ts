import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';

/** Where plans in approval, changes of plans and their log are shown. */
export const PLAN_APPROVALS_PATH = modulePath('schemeManage', 'planApproval');
export const COURSE_ADJUSTS_PATH = modulePath('schemeManage', 'courseAdjust');
export const ADJUST_CHECKS_PATH = modulePath('schemeManage', 'courseAdjustCheck');
export const CHANGE_LOG_PATH = modulePath('schemeManage', 'changeLog');

/** Page of one plan in approval. */
export const planApprovalPath = (applyId: string): string => `${PLAN_APPROVALS_PATH}/${encodeURIComponent(applyId)}`;
/** Page of one change of a plan. */
export const courseAdjustPath = (applyId: string): string => `${COURSE_ADJUSTS_PATH}/${encodeURIComponent(applyId)}`;
