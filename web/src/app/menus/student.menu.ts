import { IconUsers } from '@tabler/icons-react';
import { resourceEntry, type MenuEntry } from './menu-entry.ts';

/** 学籍管理. */
export const studentMenu: readonly MenuEntry[] = [
  resourceEntry(
    'studentInfo',
    IconUsers,
    async () => (await import('@jwxt/contracts/base-info/person.resource.ts')).student,
  ),
];
