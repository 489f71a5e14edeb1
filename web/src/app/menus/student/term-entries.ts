import type { MenuEntry } from '../menu-entry.ts';

/** Entries about registration, payment and figures (STUDENT-STATUS-03, 04, 17, 24), in the module 学籍管理. */
export const statusTermEntries: readonly MenuEntry[] = [];
