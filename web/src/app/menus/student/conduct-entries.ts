import type { MenuEntry } from '../menu-entry.ts';

/** Entries about rewards, punishments, leave and grades, in the module 学籍管理. */
export const statusConductEntries: readonly MenuEntry[] = [];
