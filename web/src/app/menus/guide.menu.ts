import type { MenuEntry } from './menu-entry.ts';

/** 操作指南. */
export const guideMenu: readonly MenuEntry[] = [];
