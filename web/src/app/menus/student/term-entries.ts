import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import {
  IconCalendarCheck,
  IconCalendarTime,
  IconChartBar,
  IconClipboardCheck,
  IconCoinYuan,
  IconDatabaseExport,
  IconReportAnalytics,
  IconUserCheck,
} from '@tabler/icons-react';
import { resourceEntry, type MenuEntry } from '../menu-entry.ts';

const page = (key: string) => ({ key, url: modulePath('student', key) });

/** Entries about registration, payment and figures (STUDENT-STATUS-03, 04, 17, 24), in the module 学籍管理. */
export const statusTermEntries: readonly MenuEntry[] = [
  {
    key: 'statusTerm',
    name: '注册与统计',
    icon: IconClipboardCheck,
    children: [
      { ...page('myRegistration'), name: '我的注册', icon: IconUserCheck, permission: 'registration:own' },
      resourceEntry('registration', IconCalendarCheck),
      resourceEntry(
        'registrationTime',
        IconCalendarTime,
        async () => (await import('@jwxt/contracts/student-status/term/term.resource.ts')).registrationTime,
      ),
      resourceEntry('payment', IconCoinYuan),
      { ...page('statusStatistics'), name: '学籍统计', icon: IconChartBar, permission: 'statusStatistics:query' },
      { ...page('statusReturn'), name: '高基报表', icon: IconReportAnalytics, permission: 'statusReturn:query' },
      resourceEntry('backupDay', IconDatabaseExport),
    ],
  },
];
