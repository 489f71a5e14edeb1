import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { IconFiles } from '@tabler/icons-react';
import type { MenuEntry } from './menu-entry.ts';

/** 基础信息. */
export const baseInfoMenu: readonly MenuEntry[] = [
  {
    key: 'fileUploadResource',
    name: '文件资源',
    url: modulePath('baseInfo', 'fileUploadResource'),
    icon: IconFiles,
    permission: 'fileUploadResource:query',
  },
];
