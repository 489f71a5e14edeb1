import type { MenuEntry } from '../menu-entry.ts';

/** Entries about photos and info checks (STUDENT-STATUS-08, 21; PERM-14), in the module 学籍管理. */
export const statusCheckEntries: readonly MenuEntry[] = [];
