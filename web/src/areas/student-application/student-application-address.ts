import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { studentApplications } from '@jwxt/contracts/student-application/all-student-applications.ts';
import {
  ownApplicationsPath,
  type StudentApplicationKind,
} from '@jwxt/contracts/student-application/student-application-kind.ts';
import { usePageAddress } from '../../lib/page-address.ts';
import { useUser } from '../../lib/session.ts';

const kinds: readonly StudentApplicationKind[] = Object.values(studentApplications);

/** Root of the pages of staff. */
export const staffPath = ({ group }: Pick<StudentApplicationKind, 'group'>): string => modulePath('scoreManage', group);

/** The kind of application that the page is about, by its address. */
export function useKind(): StudentApplicationKind {
  const parts = usePageAddress().pathname.split('/');
  const kind = kinds.find(({ group }) => parts.includes(group));
  if (!kind) throw new Error('The address names no kind of application.');
  return kind;
}

/** Addresses of the list, the form and one application: students have theirs outside the modules. */
export function useAddress(kind: StudentApplicationKind) {
  const root = useUser().kind === 'student' ? ownApplicationsPath(kind) : staffPath(kind);
  return {
    list: root,
    one: (applyId: string) => `${root}/${encodeURIComponent(applyId)}`,
    /** Of a new application, or of one that came back. */
    form: (again?: string) => `${root}/new${again === undefined ? '' : `?again=${encodeURIComponent(again)}`}`,
  };
}
