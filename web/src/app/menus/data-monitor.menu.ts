import type { MenuEntry } from './menu-entry.ts';

/** 数据监控. */
export const dataMonitorMenu: readonly MenuEntry[] = [];
