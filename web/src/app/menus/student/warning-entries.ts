import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import {
  IconAlertTriangle,
  IconBellExclamation,
  IconBellRinging,
  IconCategory,
  IconChalkboard,
  IconListCheck,
  IconListSearch,
  IconNotes,
  IconRuler2,
  IconStairsUp,
} from '@tabler/icons-react';
import { resourceEntry, type MenuEntry } from '../menu-entry.ts';

const page = (key: string) => ({ key, url: modulePath('student', key) });

/** Entries about warnings (STUDENT-STATUS-25…28, 30…33), in the module 学籍管理. */
export const statusWarningEntries: readonly MenuEntry[] = [
  {
    key: 'statusWarningGroup',
    name: '学籍预警',
    icon: IconAlertTriangle,
    children: [
      {
        ...page('statusWarningResult'),
        name: '学籍预警结果',
        icon: IconBellRinging,
        permission: 'statusWarningResult:query',
      },
      { ...page('initialList'), name: '预警初始名单', icon: IconListSearch, permission: 'initialList:query' },
      resourceEntry('warningRecord', IconNotes),
      { ...page('classWarning'), name: '教学班预警', icon: IconChalkboard, permission: 'courseWarning:warn' },
      resourceEntry(
        'courseWarning',
        IconBellExclamation,
        async () => (await import('@jwxt/contracts/student-status/warning/warning-act.resource.ts')).courseWarning,
      ),
      resourceEntry('statusWarningScheme', IconListCheck),
      resourceEntry(
        'warningRule',
        IconRuler2,
        async () => (await import('@jwxt/contracts/student-status/warning/warning.resource.ts')).warningRule,
      ),
      resourceEntry(
        'statusWarningType',
        IconCategory,
        async () => (await import('@jwxt/contracts/student-status/warning/warning.resource.ts')).statusWarningType,
      ),
      resourceEntry(
        'warningLevel',
        IconStairsUp,
        async () => (await import('@jwxt/contracts/student-status/warning/warning.resource.ts')).warningLevel,
      ),
    ],
  },
];
