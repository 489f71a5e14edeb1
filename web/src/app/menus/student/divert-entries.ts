import type { MenuEntry } from '../menu-entry.ts';

/** Entries about streaming and transfer of majors (STUDENT-STATUS-20, 22, 23, 36, 37, 41), in the module 学籍管理. */
export const statusDivertEntries: readonly MenuEntry[] = [];
