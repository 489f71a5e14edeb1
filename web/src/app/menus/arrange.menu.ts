import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import {
  IconCalendarPlus,
  IconCalendarSearch,
  IconCalendarWeek,
  IconCalendarRepeat,
  IconClockHour4,
} from '@tabler/icons-react';
import { resourceEntry, type MenuEntry } from './menu-entry.ts';

/** 排课管理. */
export const arrangeMenu: readonly MenuEntry[] = [
  {
    key: 'timetable',
    url: modulePath('arrange', 'timetable'),
    name: '我的课表',
    icon: IconCalendarWeek,
    permission: 'timetable:own',
  },
  {
    key: 'timetableQuery',
    url: modulePath('arrange', 'timetableQuery'),
    name: '课表查询',
    icon: IconCalendarSearch,
    permission: 'timetable:query',
  },
  {
    key: 'adjustCourse',
    url: modulePath('arrange', 'adjustCourse'),
    name: '调停课申请',
    icon: IconCalendarRepeat,
    permission: 'adjustCourse:apply',
  },
  resourceEntry(
    'classSchedule',
    IconCalendarPlus,
    async () => (await import('@jwxt/contracts/base-info/class-schedule.resource.ts')).classSchedule,
  ),
  resourceEntry(
    'classTime',
    IconClockHour4,
    async () => (await import('@jwxt/contracts/base-info/class-time.resource.ts')).classTime,
  ),
];
