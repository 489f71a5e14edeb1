import type { MenuEntry } from '../menu-entry.ts';

/** Entries about freshmen, class division and numbers (STUDENT-STATUS-11…15, 19), in the module 学籍管理. */
export const statusFreshmanEntries: readonly MenuEntry[] = [];
