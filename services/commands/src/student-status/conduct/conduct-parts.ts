import type { CommandsArea } from '../../kernel/area.ts';

/** How rewards, punishments, leave and yearly grades (STUDENT-STATUS-29, 35, 38, 39) are kept. */
export const statusConductParts: CommandsArea = { routes: [] };
