import { studentApplications } from '@jwxt/contracts/student-application/all-student-applications.ts';
import type { StudentApplicationKind } from '@jwxt/contracts/student-application/student-application-kind.ts';
import {
  ownApplicationsPath,
  staffApplicationsPath,
} from '@jwxt/contracts/student-application/student-application.vocabulary.ts';
import { usePageAddress } from '../../lib/page-address.ts';
import { useUser } from '../../lib/session.ts';

const kinds: readonly StudentApplicationKind[] = Object.values(studentApplications);

/** The kind of application that the page is about, by its address. */
export function useKind(): StudentApplicationKind {
  const parts = usePageAddress().pathname.split('/');
  const kind = kinds.find(({ group }) => parts.includes(group));
  if (!kind) throw new Error('The address names no kind of application.');
  return kind;
}

/** Addresses of the list, the form and one application: students have theirs outside the modules. */
export function useAddress({ group }: StudentApplicationKind) {
  const root = useUser().kind === 'student' ? ownApplicationsPath(group) : staffApplicationsPath(group);
  return {
    list: root,
    one: (applyId: string) => `${root}/${encodeURIComponent(applyId)}`,
    /** Of a new application, or of one that came back. */
    form: (again?: string) => `${root}/new${again === undefined ? '' : `?again=${encodeURIComponent(again)}`}`,
  };
}
