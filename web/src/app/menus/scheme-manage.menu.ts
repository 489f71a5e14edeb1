import { IconListDetails } from '@tabler/icons-react';
import { resourceEntry, type MenuEntry } from './menu-entry.ts';

/** 培养方案. */
export const schemeManageMenu: readonly MenuEntry[] = [
  resourceEntry(
    'trainingExecutionPlan',
    IconListDetails,
    async () => (await import('@jwxt/contracts/base-info/teaching-class.resource.ts')).executionPlan,
  ),
];
