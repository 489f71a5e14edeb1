import { OWN_DEFERRED_EXAMS_PATH } from '@jwxt/contracts/deferred-exam/deferred-exam.vocabulary.ts';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { useUser } from '../../lib/session.ts';

/** Root of the pages of staff. */
export const STAFF_PATH = modulePath('scoreManage', 'deferredExam');

/** Addresses of the list, the form and one application: students have theirs outside the modules. */
export function useAddress() {
  const root = useUser().kind === 'student' ? OWN_DEFERRED_EXAMS_PATH : STAFF_PATH;
  return {
    list: root,
    one: (applyId: string) => `${root}/${encodeURIComponent(applyId)}`,
    /** Of a new application, or of one that was recalled. */
    form: (again?: string) => `${root}/new${again === undefined ? '' : `?again=${encodeURIComponent(again)}`}`,
  };
}
