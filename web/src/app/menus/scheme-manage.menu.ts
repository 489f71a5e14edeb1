import type { MenuEntry } from './menu-entry.ts';
import { planEntries } from './plan-entries.ts';

/** 培养方案. */
export const schemeManageMenu: readonly MenuEntry[] = [...planEntries];
