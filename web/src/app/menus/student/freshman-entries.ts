import {
  IconArrowsSplit2,
  IconChartBar,
  IconId,
  IconListNumbers,
  IconSortAscending,
  IconTags,
  IconUserPlus,
} from '@tabler/icons-react';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { resourceEntry, type MenuEntry } from '../menu-entry.ts';

/** Entries about freshmen, class division and numbers (STUDENT-STATUS-11…15, 19), in the module 学籍管理. */
export const statusFreshmanEntries: readonly MenuEntry[] = [
  {
    key: 'studentFreshmen',
    name: '新生管理',
    icon: IconUserPlus,
    children: [
      {
        key: 'freshmanProgress',
        url: modulePath('student', 'freshmanProgress'),
        name: '迎新进度',
        icon: IconChartBar,
        permission: 'freshmanProgress:query',
      },
      resourceEntry('freshman', IconUserPlus),
      {
        key: 'classDivision',
        url: modulePath('student', 'classDivision'),
        name: '分班与学号',
        icon: IconArrowsSplit2,
        permission: 'classDivision:query',
      },
      resourceEntry('orderClass', IconListNumbers),
      resourceEntry('studentIdRule', IconId),
      resourceEntry('classRule', IconTags),
      resourceEntry(
        'sortRule',
        IconSortAscending,
        async () => (await import('@jwxt/contracts/student-status/freshman/sort-rule.resource.ts')).sortRule,
      ),
    ],
  },
];
