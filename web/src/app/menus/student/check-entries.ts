import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { IconChecklist, IconClockCheck, IconIdBadge2, IconUserEdit } from '@tabler/icons-react';
import { resourceEntry, type MenuEntry } from '../menu-entry.ts';

/** Entries about photos and info checks (STUDENT-STATUS-08, 21; PERM-14), in the module 学籍管理. */
export const statusCheckEntries: readonly MenuEntry[] = [
  {
    key: 'informationCheck',
    name: '信息核对',
    icon: IconChecklist,
    children: [
      resourceEntry('infoCheckTime', IconClockCheck),
      {
        key: 'studentInformationApproval',
        url: modulePath('student', 'studentInformationApproval'),
        name: '信息核对审批',
        icon: IconUserEdit,
        permission: 'studentInformationApproval:query',
      },
      resourceEntry('studentPhoto', IconIdBadge2),
    ],
  },
];
