import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import {
  IconBook2,
  IconBooks,
  IconCategory,
  IconChartPie,
  IconClipboardList,
  IconClockEdit,
  IconClockHour4,
  IconFolders,
  IconGavel,
  IconLayoutBoardSplit,
  IconListTree,
  IconSchool,
  IconSitemap,
  IconStack2,
  IconTarget,
  IconVersions,
} from '@tabler/icons-react';
import { individualEntries } from './individual-entries.ts';
import { resourceEntry, type MenuEntry } from './menu-entry.ts';
import { planEntries } from './plan-entries.ts';

const page = (key: string) => ({ key, url: modulePath('schemeManage', key) });

/** 培养方案. */
export const schemeManageMenu: readonly MenuEntry[] = [
  {
    key: 'schemeFrame',
    name: '方案框架',
    icon: IconVersions,
    children: [
      resourceEntry('schemeVersion', IconVersions),
      { ...page('schemeTree'), name: '模块与分类', icon: IconSitemap, permission: 'schemeVersion:query' },
      { ...page('creditFrame'), name: '学分要求', icon: IconChartPie, permission: 'schemeSystem:query' },
      {
        ...resourceEntry(
          'schemeModule',
          IconListTree,
          async () => (await import('@jwxt/contracts/scheme/scheme-version.resource.ts')).schemeModule,
        ),
        hide: true,
      },
      {
        ...resourceEntry(
          'schemeClassify',
          IconCategory,
          async () => (await import('@jwxt/contracts/scheme/scheme-version.resource.ts')).schemeClassify,
        ),
        hide: true,
      },
      {
        ...resourceEntry(
          'schemeSystem',
          IconStack2,
          async () => (await import('@jwxt/contracts/scheme/scheme-system.resource.ts')).schemeSystem,
        ),
        hide: true,
      },
    ],
  },
  {
    key: 'schemeGradeMajor',
    name: '年级专业',
    icon: IconSchool,
    children: [
      resourceEntry('gradeMajorSchemeRequirement', IconTarget),
      resourceEntry(
        'majorSystem',
        IconStack2,
        async () => (await import('@jwxt/contracts/scheme/scheme-system.resource.ts')).majorSystem,
      ),
      resourceEntry(
        'gradeMajorProject',
        IconClipboardList,
        async () => (await import('@jwxt/contracts/scheme/scheme-system.resource.ts')).gradeMajorProject,
      ),
    ],
  },
  {
    key: 'schemeCourseGroup',
    name: '课程与课组',
    icon: IconFolders,
    children: [
      resourceEntry('courseGroupManagement', IconFolders),
      resourceEntry(
        'courseGroupDetail',
        IconBooks,
        async () => (await import('@jwxt/contracts/scheme/course-group.resource.ts')).courseGroupDetail,
      ),
      resourceEntry(
        'courseGroupHours',
        IconClockHour4,
        async () => (await import('@jwxt/contracts/scheme/course-group.resource.ts')).courseGroupHours,
      ),
      resourceEntry('courseHourRequire', IconClockEdit),
      { ...page('courseInfo'), name: '课程信息', icon: IconBook2, permission: 'schemeVersion:query' },
    ],
  },
  { ...page('schema'), name: '专业方案制定', icon: IconLayoutBoardSplit, permission: 'majorSchemaCustomize:query' },
  { ...page('approval'), name: '方案审批管理', icon: IconGavel, permission: 'majorSchemaApproveOrManage:query' },
  ...planEntries,
  ...individualEntries,
];
