import type { MenuEntry } from '../menu-entry.ts';

/** Entries about warnings (STUDENT-STATUS-25…28, 30…33), in the module 学籍管理. */
export const statusWarningEntries: readonly MenuEntry[] = [];
