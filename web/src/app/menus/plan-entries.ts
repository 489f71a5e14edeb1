import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import {
  IconBallFootball,
  IconCalendarStats,
  IconListDetails,
  IconLayoutGrid,
  IconSchool,
  IconUsersGroup,
  IconUsersPlus,
} from '@tabler/icons-react';
import { resourceEntry, type MenuEntry } from './menu-entry.ts';

/** Execution plans, in the module 培养方案 (SCHEME-13, 14, 27, 33, 34). */
export const planEntries: readonly MenuEntry[] = [
  {
    key: 'gradeMajorPlan',
    url: modulePath('schemeManage', 'gradeMajorPlan'),
    name: '年级专业执行计划',
    icon: IconLayoutGrid,
    permission: 'trainingExecutionPlan:query',
  },
  resourceEntry('trainingExecutionPlan', IconListDetails),
  resourceEntry('commonCoursePlan', IconUsersGroup),
  resourceEntry(
    'classPlanSet',
    IconSchool,
    async () => (await import('@jwxt/contracts/scheme/plan/class-plan-set.resource.ts')).classPlanSet,
  ),
  {
    key: 'coursePlan',
    url: modulePath('schemeManage', 'coursePlan'),
    name: '开课计划',
    icon: IconCalendarStats,
    permission: 'coursePlan:query',
  },
  resourceEntry(
    'specialItem',
    IconBallFootball,
    async () => (await import('@jwxt/contracts/scheme/plan/special-item.resource.ts')).specialItem,
  ),
  resourceEntry(
    'specialItemStudent',
    IconUsersPlus,
    async () => (await import('@jwxt/contracts/scheme/plan/special-item.resource.ts')).specialItemStudent,
  ),
];
