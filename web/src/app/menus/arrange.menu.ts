import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { IconCalendarRepeat } from '@tabler/icons-react';
import type { MenuEntry } from './menu-entry.ts';

/** 排课管理. */
export const arrangeMenu: readonly MenuEntry[] = [
  {
    key: 'adjustCourse',
    url: modulePath('arrange', 'adjustCourse'),
    name: '调停课申请',
    icon: IconCalendarRepeat,
    permission: 'adjustCourse:apply',
  },
];
