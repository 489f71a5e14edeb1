import type { MenuEntry } from '../menu-entry.ts';

/** Entries about the file of a student (STUDENT-STATUS-06, 07, 09, 10, 18, 34), in the module 学籍管理. */
export const statusFileEntries: readonly MenuEntry[] = [];
