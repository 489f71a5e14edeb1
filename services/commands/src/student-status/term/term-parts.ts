import type { CommandsArea } from '../../kernel/area.ts';

/** How registration, payment and figures (STUDENT-STATUS-03, 04, 17, 24) are kept. */
export const statusTermParts: CommandsArea = { routes: [] };
