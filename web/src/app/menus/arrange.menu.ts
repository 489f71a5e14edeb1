import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { IconCalendarRepeat, IconClockHour4 } from '@tabler/icons-react';
import { resourceEntry, type MenuEntry } from './menu-entry.ts';

/** 排课管理. */
export const arrangeMenu: readonly MenuEntry[] = [
  {
    key: 'adjustCourse',
    url: modulePath('arrange', 'adjustCourse'),
    name: '调停课申请',
    icon: IconCalendarRepeat,
    permission: 'adjustCourse:apply',
  },
  resourceEntry(
    'classTime',
    IconClockHour4,
    async () => (await import('@jwxt/contracts/base-info/class-time.resource.ts')).classTime,
  ),
];
