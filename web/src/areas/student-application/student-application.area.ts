import { processNames } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import {
  staffApplicationsPath,
  studentApplicationGroups,
  studentApplicationProcesses,
} from '@jwxt/contracts/student-application/student-application.vocabulary.ts';
import type { WebArea } from '../../lib/area.ts';
import { studentApplicationRoutes } from './student-application.routes.tsx';

/** What the area brings to the pages. */
export const studentApplicationArea: WebArea = {
  routes: studentApplicationRoutes,
  staleAfter: { approvals: studentApplicationGroups.flatMap((group) => [`${group}.query`, `${group}.detail`]) },
  businessLinks: Object.fromEntries(
    studentApplicationGroups
      // A personal scheme opens over the detail (APPROVAL-36).
      .filter((group) => group !== 'personalScheme')
      .map((group) => {
        const { processNo } = studentApplicationProcesses[group];
        return [
          processNo,
          ({ applyId }: { applyId: string }) => ({
            to: `${staffApplicationsPath(group)}/${encodeURIComponent(applyId)}`,
            label: `查看${processNames[processNo]}`,
          }),
        ];
      }),
  ),
};
