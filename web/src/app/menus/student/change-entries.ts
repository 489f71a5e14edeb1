import {
  RETURNING_PATH,
  STATUS_LOG_PATH,
  STATUS_TIMELINE_PATH,
} from '@jwxt/contracts/student-status/change/status-change.vocabulary.ts';
import { IconCalendarTime, IconHistory, IconTimeline, IconTransfer } from '@tabler/icons-react';
import { resourceEntry, type MenuEntry } from '../menu-entry.ts';

/** Entries about changes of status and what they do everywhere (STUDENT-STATUS-16, 40), in the module 学籍管理. */
export const statusChangeEntries: readonly MenuEntry[] = [
  {
    key: 'statusChangeGroup',
    name: '学籍异动',
    icon: IconTransfer,
    children: [
      resourceEntry('statusChange', IconTransfer),
      {
        key: 'statusReturning',
        url: RETURNING_PATH,
        name: '到期异动',
        icon: IconCalendarTime,
        permission: 'statusChange:query',
      },
      {
        key: 'statusTimeline',
        url: STATUS_TIMELINE_PATH,
        name: '学籍沿革',
        icon: IconTimeline,
        permission: 'statusChange:query',
      },
      {
        key: 'statusLog',
        url: STATUS_LOG_PATH,
        name: '学籍日志',
        icon: IconHistory,
        permission: 'statusLog:query',
      },
    ],
  },
];
