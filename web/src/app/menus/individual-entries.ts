import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import {
  moduleOfApplication,
  studentApplicationGroups,
} from '@jwxt/contracts/student-application/student-application.vocabulary.ts';
import {
  IconArrowsExchange,
  IconListCheck,
  IconProgressCheck,
  IconUserCheck,
  IconUserSquare,
} from '@tabler/icons-react';
import { applicationEntry } from './application-entry.ts';
import { resourceEntry, type MenuEntry } from './menu-entry.ts';

/** What is different for single grade-majors and students, in the module 培养方案 (SCHEME-35…39). */
export const individualEntries: readonly MenuEntry[] = [
  {
    key: 'schemeIndividual',
    name: '替代与个人培养',
    icon: IconUserSquare,
    children: [
      {
        key: 'studyProgress',
        url: modulePath('schemeManage', 'studyProgress'),
        name: '学生培养进度',
        icon: IconProgressCheck,
        permission: 'studyProgress:query',
      },
      {
        key: 'majorProgress',
        url: modulePath('schemeManage', 'majorProgress'),
        name: '专业培养进度',
        icon: IconListCheck,
        permission: 'studyProgress:query',
      },
      ...studentApplicationGroups
        .filter((group) => moduleOfApplication(group) === 'schemeManage')
        .map((group) => applicationEntry(group)),
      resourceEntry('gradeCourseReplace', IconArrowsExchange),
      resourceEntry('studentTagsReplace', IconUserCheck),
    ],
  },
];
