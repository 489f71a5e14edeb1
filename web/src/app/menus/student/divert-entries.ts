import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import {
  IconArrowsSplit2,
  IconCalendarEvent,
  IconListNumbers,
  IconMicrophone,
  IconSitemap,
  IconTargetArrow,
} from '@tabler/icons-react';
import { applicationEntry } from '../application-entry.ts';
import { resourceEntry, type MenuEntry } from '../menu-entry.ts';

const diversion = () => import('@jwxt/contracts/student-status/divert/diversion.resource.ts');
const transfer = () => import('@jwxt/contracts/student-status/divert/transfer.resource.ts');

/** Entries about streaming and transfer of majors (STUDENT-STATUS-20, 22, 23, 36, 37, 41), in the module 学籍管理. */
export const statusDivertEntries: readonly MenuEntry[] = [
  {
    key: 'studentDivert',
    name: '分流与转专业',
    icon: IconArrowsSplit2,
    children: [
      resourceEntry('professionalDiversion', IconArrowsSplit2),
      resourceEntry('majorOrDirection', IconSitemap, async () => (await diversion()).majorOrDirection),
      {
        key: 'shuntAction',
        url: modulePath('student', 'shuntAction'),
        name: '分流办理',
        icon: IconListNumbers,
        permission: 'shuntAction:query',
      },
      resourceEntry('interviewScore', IconMicrophone, async () => (await diversion()).interviewScore),
      resourceEntry('transferBatch', IconCalendarEvent, async () => (await transfer()).transferBatch),
      resourceEntry('transferQuota', IconTargetArrow, async () => (await transfer()).transferQuota),
      applicationEntry('transferMajor'),
      {
        key: 'transferAdmission',
        url: modulePath('student', 'transferAdmission'),
        name: '转专业录取',
        icon: IconListNumbers,
        permission: 'transferMajor:exportExcel',
      },
    ],
  },
];
