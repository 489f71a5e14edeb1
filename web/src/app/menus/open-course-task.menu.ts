import {
  IconBallBasketball,
  IconBook2,
  IconChalkboard,
  IconClipboardList,
  IconClock,
  IconHourglass,
  IconLayoutGrid,
  IconLink,
  IconUserCheck,
  IconUsersGroup,
  IconUserStar,
  IconUsers,
  IconCalendarTime,
  IconStack2,
} from '@tabler/icons-react';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { resourceEntry, type MenuEntry } from './menu-entry.ts';

const classes = () => import('@jwxt/contracts/base-info/teaching-class.resource.ts');
const jobs = () => import('@jwxt/contracts/open-course/teaching-job.resource.ts');
const around = () => import('@jwxt/contracts/open-course/open-course.resource.ts');

/** 开课计划. */
export const openCourseTaskMenu: readonly MenuEntry[] = [
  {
    key: 'openCourseJobs',
    name: '开课任务',
    icon: IconClipboardList,
    children: [
      resourceEntry('teachingJob', IconClipboardList),
      resourceEntry('teacherPlan', IconUserCheck, async () => (await jobs()).teacherPlan),
      resourceEntry('teachingProcessLink', IconLink, async () => (await jobs()).teachingProcessLink),
      resourceEntry('jobGroup', IconStack2, async () => (await around()).jobGroup),
      {
        key: 'teacherHours',
        url: modulePath('openCourseTask', 'teacherHours'),
        name: '教师学时',
        icon: IconHourglass,
        permission: 'teacherHours:query',
      },
    ],
  },
  {
    key: 'openCourseSpecial',
    name: '公选与体育任务',
    icon: IconBook2,
    children: [
      resourceEntry('publicElectiveTask', IconBook2),
      resourceEntry('physicalProjectTask', IconBallBasketball),
      resourceEntry('specialItemGroup', IconUsersGroup),
    ],
  },
  {
    key: 'openCourseTime',
    name: '时间设置',
    icon: IconClock,
    children: [
      resourceEntry('startTimeSet', IconCalendarTime, async () => (await around()).startTimeSet),
      resourceEntry('plateCourseTimeSetting', IconLayoutGrid),
    ],
  },
  resourceEntry('teachingClass', IconChalkboard),
  resourceEntry('teachingClassTeacher', IconUserStar, async () => (await classes()).teachingClassTeacher),
  resourceEntry('teachingClassStudent', IconUsers),
];
