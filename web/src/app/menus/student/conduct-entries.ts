import { LEAVE_OF_CLASSES_PATH, LEAVE_TOTALS_PATH } from '@jwxt/contracts/student-status/conduct/conduct.vocabulary.ts';
import {
  IconAward,
  IconCalendarOff,
  IconCalendarUser,
  IconGavel,
  IconMedal,
  IconSum,
  IconTrophy,
} from '@tabler/icons-react';
import { applicationEntry } from '../application-entry.ts';
import { resourceEntry, type MenuEntry } from '../menu-entry.ts';

/** Entries about rewards, punishments, leave and grades, in the module 学籍管理. */
export const statusConductEntries: readonly MenuEntry[] = [
  {
    key: 'studentConduct',
    name: '奖惩与请假',
    icon: IconAward,
    children: [
      {
        key: 'leaveOfClasses',
        url: LEAVE_OF_CLASSES_PATH,
        name: '所教所带学生请假',
        icon: IconCalendarUser,
        permission: 'leaveResult:ofClasses',
      },
      applicationEntry('rewardApply'),
      applicationEntry('punishmentApply'),
      applicationEntry('leaveApply'),
      resourceEntry(
        'reward',
        IconMedal,
        async () => (await import('@jwxt/contracts/student-status/conduct/reward.resource.ts')).reward,
      ),
      resourceEntry('punishment', IconGavel),
      resourceEntry('leaveResult', IconCalendarOff),
      {
        key: 'leaveTotals',
        url: LEAVE_TOTALS_PATH,
        name: '累计请假',
        icon: IconSum,
        permission: 'leaveResult:query',
      },
      resourceEntry('studentGrade', IconTrophy),
    ],
  },
];
