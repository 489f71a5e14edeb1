import type { MenuEntry } from '../menu-entry.ts';

/** Entries about changes of status and what they do everywhere (STUDENT-STATUS-16, 40), in the module 学籍管理. */
export const statusChangeEntries: readonly MenuEntry[] = [];
