import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { IconBook2, IconEdit } from '@tabler/icons-react';
import type { MenuEntry } from './menu-entry.ts';

const page = (key: string) => ({ key, url: modulePath('guide', key) });

/** 操作指南. */
export const guideMenu: readonly MenuEntry[] = [
  { ...page('operationGuide'), name: '操作指南', icon: IconBook2, permission: 'operationGuide:query' },
  { ...page('guideInfo'), name: '操作指南管理', icon: IconEdit, permission: 'operationGuide:update' },
];
