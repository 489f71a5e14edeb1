import type { CommandsArea } from '../../kernel/area.ts';

/** How streaming and transfer of majors (STUDENT-STATUS-20, 22, 23, 36, 37, 41) are kept. */
export const statusDivertParts: CommandsArea = { routes: [] };
