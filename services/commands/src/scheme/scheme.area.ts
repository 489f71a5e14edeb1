import type { CommandsArea } from '../kernel/area.ts';

/** What the area brings to the commands. */
export const schemeArea: CommandsArea = { routes: [] };
