import { ADMIN_BASE } from '../kernel/module.vocabulary.ts';

/** Business table of the applications and of their attachments. */
export const DEFERRED_EXAM_FILES = 'T_CJGL_HKSQ';
/** `applyType` of the times in which exams may be asked to be sat later (SCORE-MORE-26). */
export const DEFERRED_EXAM_TIME = '4';

/** Where everybody finds the own applications, students too, whose pages stand outside the modules. */
export const OWN_DEFERRED_EXAMS_PATH = `${ADMIN_BASE}/newHome/components/deferredExam`;
/** Page of one application. */
export const deferredExamPath = (applyId: string): string =>
  `${OWN_DEFERRED_EXAMS_PATH}/${encodeURIComponent(applyId)}`;
