import { studentApplicationKinds } from '@jwxt/contracts/student-application/all-student-applications.ts';
import type { WebArea } from '../../lib/area.ts';
import { staffPath } from './student-application-address.ts';
import { studentApplicationRoutes } from './student-application.routes.tsx';

/** What the area brings to the pages. */
export const studentApplicationArea: WebArea = {
  routes: studentApplicationRoutes,
  staleAfter: { approvals: studentApplicationKinds.flatMap(({ group }) => [`${group}.query`, `${group}.detail`]) },
  businessLinks: Object.fromEntries(
    studentApplicationKinds.map((kind) => [
      kind.processNo,
      ({ applyId }: { applyId: string }) => ({
        to: `${staffPath(kind)}/${encodeURIComponent(applyId)}`,
        label: `查看${kind.name}`,
      }),
    ]),
  ),
};
