import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import {
  IconBell,
  IconChecklist,
  IconEdit,
  IconKey,
  IconSpeakerphone,
  IconTags,
  IconUserShare,
} from '@tabler/icons-react';
import { resourceEntry, type MenuEntry } from './menu-entry.ts';

const page = (key: string) => ({ key, url: modulePath('messageSystem', key) });

/** 消息中心. */
export const messageSystemMenu: readonly MenuEntry[] = [
  { ...page('approval'), name: '审批中心', icon: IconChecklist, permission: 'systemApprove:query' },
  { ...page('delegation'), name: '审批代理', icon: IconUserShare, permission: 'system:approve' },
  { ...page('permissionTransfer'), name: '权限转授', icon: IconKey, permission: 'secondaryAuth:queryTransfer' },
  { ...page('notice'), name: '通知公告', icon: IconSpeakerphone, permission: 'teacherServer:notice' },
  {
    ...page('systemMessage'),
    name: '系统消息',
    icon: IconBell,
    permission: ['userMessage:query', 'systemMessageStudent:query'],
  },
  resourceEntry(
    'noticeType',
    IconTags,
    async () => (await import('@jwxt/contracts/notice/notice-type.resource.ts')).noticeType,
  ),
  { ...page('noticeInfo'), name: '通知公告管理', icon: IconEdit, permission: 'noticeInfo:query' },
];
