import { processNames } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import {
  staffApplicationsPath,
  studentApplicationProcesses,
  type StudentApplicationGroup,
} from '@jwxt/contracts/student-application/student-application.vocabulary.ts';
import { IconFileText } from '@tabler/icons-react';
import type { MenuEntry } from './menu-entry.ts';

/** Applications of students of one kind, for staff. What the kind asks for does not come with the menu. */
export function applicationEntry(group: StudentApplicationGroup): MenuEntry {
  return {
    key: group,
    url: staffApplicationsPath(group),
    name: processNames[studentApplicationProcesses[group].processNo],
    icon: IconFileText,
    permission: `${group}:query`,
  };
}
