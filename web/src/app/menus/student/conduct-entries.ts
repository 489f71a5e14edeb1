import { studentApplications } from '@jwxt/contracts/student-application/all-student-applications.ts';
import { staffApplicationsPath } from '@jwxt/contracts/student-application/student-application.vocabulary.ts';
import { LEAVE_OF_CLASSES_PATH, OWN_CONDUCT_PATH } from '@jwxt/contracts/student-status/conduct/conduct.vocabulary.ts';
import {
  IconAward,
  IconCalendarOff,
  IconCalendarUser,
  IconFileText,
  IconGavel,
  IconMedal,
  IconTrophy,
  IconUserStar,
} from '@tabler/icons-react';
import { resourceEntry, type MenuEntry } from '../menu-entry.ts';

/** What is applied for, decided and taken back, by staff and by students where the kind says so. */
const applications = (['rewardApply', 'punishmentApply', 'leaveApply'] as const).map((group): MenuEntry => ({
  key: group,
  url: staffApplicationsPath(group),
  name: studentApplications[group].name,
  icon: IconFileText,
  permission: studentApplications[group].permissions.query,
}));

/** Entries about rewards, punishments, leave and grades, in the module 学籍管理. */
export const statusConductEntries: readonly MenuEntry[] = [
  {
    key: 'studentConduct',
    name: '奖惩与请假',
    icon: IconAward,
    children: [
      {
        key: 'ownConduct',
        url: OWN_CONDUCT_PATH,
        name: '我的奖惩与请假',
        icon: IconUserStar,
        permission: 'conduct:own',
      },
      {
        key: 'leaveOfClasses',
        url: LEAVE_OF_CLASSES_PATH,
        name: '所教所带学生请假',
        icon: IconCalendarUser,
        permission: 'leaveResult:ofClasses',
      },
      ...applications,
      resourceEntry(
        'reward',
        IconMedal,
        async () => (await import('@jwxt/contracts/student-status/conduct/reward.resource.ts')).reward,
      ),
      resourceEntry('punishment', IconGavel),
      resourceEntry('leaveResult', IconCalendarOff),
      resourceEntry('studentGrade', IconTrophy),
    ],
  },
];
