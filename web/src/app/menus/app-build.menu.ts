import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { IconComponents } from '@tabler/icons-react';
import type { MenuEntry } from './menu-entry.ts';

/** 应用搭建. */
export const appBuildMenu: readonly MenuEntry[] = [
  {
    key: 'components',
    name: '组件示例',
    icon: IconComponents,
    url: modulePath('appBuild', 'components'),
    permission: 'appBuild:components',
  },
];
