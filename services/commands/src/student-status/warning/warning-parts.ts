import type { CommandsArea } from '../../kernel/area.ts';

/** How warnings (STUDENT-STATUS-25…28, 30…33) are kept. */
export const statusWarningParts: CommandsArea = { routes: [] };
