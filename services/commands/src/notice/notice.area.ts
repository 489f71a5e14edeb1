import type { CommandsArea } from '../kernel/area.ts';
import { noticeFileRules } from './notice.file-rule.ts';
import { noticePolicies, noticeRoutes } from './notice.routes.ts';
import { startOpeningMessages } from './score-opening.ts';
import { startWindowReminders } from './window-reminders.ts';

/** What the area brings to the commands. */
export const noticeArea: CommandsArea = {
  routes: noticeRoutes,
  resourceRules: {
    noticeType: {
      uses: [
        { what: '通知公告', unit: '条', count: 'select count(*) as n from base.notice where notice_type_id = $1' },
      ],
    },
  },
  policies: noticePolicies,
  fileRules: noticeFileRules,
  chores: {
    windowReminders: ({ pool }, logger) => startWindowReminders(pool, logger),
    openingMessages: ({ pool }, logger) => startOpeningMessages(pool, logger),
  },
};
