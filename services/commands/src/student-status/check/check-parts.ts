import type { CommandsArea } from '../../kernel/area.ts';

/** How photos and info checks (STUDENT-STATUS-08, 21; PERM-14) are kept. */
export const statusCheckParts: CommandsArea = { routes: [] };
