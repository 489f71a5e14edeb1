import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import {
  IconArrowsExchange,
  IconBallFootball,
  IconCalendarStats,
  IconChecklist,
  IconClipboardCheck,
  IconHistory,
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
  {
    key: 'planApproval',
    url: modulePath('schemeManage', 'planApproval'),
    name: '执行计划审批',
    icon: IconClipboardCheck,
    permission: 'gradeMajorApprovalInfo:query',
  },
  {
    key: 'courseAdjust',
    url: modulePath('schemeManage', 'courseAdjust'),
    name: '课程调整',
    icon: IconArrowsExchange,
    permission: 'courseAdjustInfo:query',
  },
  {
    key: 'courseAdjustCheck',
    url: modulePath('schemeManage', 'courseAdjustCheck'),
    name: '课程调整审核',
    icon: IconChecklist,
    permission: 'courseAdjustInfoCheck:query',
  },
  {
    key: 'changeLog',
    url: modulePath('schemeManage', 'changeLog'),
    name: '变更日志',
    icon: IconHistory,
    permission: 'SchemeChangeCheckLog:query',
  },
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
  resourceEntry('specialItemStudent', IconUsersPlus),
];
