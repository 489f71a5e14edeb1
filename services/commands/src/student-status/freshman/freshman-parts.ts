import type { CommandsArea } from '../../kernel/area.ts';

/** How freshmen, class division and numbers (STUDENT-STATUS-11…15, 19) are kept. */
export const statusFreshmanParts: CommandsArea = { routes: [] };
