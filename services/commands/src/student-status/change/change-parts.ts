import type { CommandsArea } from '../../kernel/area.ts';

/** How changes of status and what they do everywhere (STUDENT-STATUS-16, 40) are kept. */
export const statusChangeParts: CommandsArea = { routes: [] };
