import { modulePath } from '../kernel/module.vocabulary.ts';

/** Business table of the applications and of their attachments. */
export const DEFERRED_EXAM_FILES = 'T_CJGL_HKSQ';
/** `applyType` of the times in which exams may be asked to be sat later (SCORE-MORE-26). */
export const DEFERRED_EXAM_TIME = '4';

/** Page of the applications, and of one of them. */
export const deferredExamPath = (applyId?: string): string =>
  modulePath('scoreManage', applyId === undefined ? 'deferredExam' : `deferredExam/${encodeURIComponent(applyId)}`);
