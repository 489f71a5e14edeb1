import { modulePath } from '@jwxt/contracts/system/module.vocabulary.ts';
import { IconChecklist, IconUserShare } from '@tabler/icons-react';
import type { MenuEntry } from './menu-entry.ts';

const page = (key: string) => ({ key, url: modulePath('messageSystem', key) });

/** 消息中心. */
export const messageSystemMenu: readonly MenuEntry[] = [
  { ...page('approval'), name: '审批中心', icon: IconChecklist, permission: 'systemApprove:query' },
  { ...page('delegation'), name: '审批代理', icon: IconUserShare, permission: 'system:approve' },
];
