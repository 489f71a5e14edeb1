import type { MenuEntry } from './menu-entry.ts';

/** 应用搭建. */
export const appBuildMenu: readonly MenuEntry[] = [];
