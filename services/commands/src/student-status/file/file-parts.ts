import type { CommandsArea } from '../../kernel/area.ts';

/** How the file of a student (STUDENT-STATUS-06, 07, 09, 10, 18, 34) are kept. */
export const statusFileParts: CommandsArea = { routes: [] };
