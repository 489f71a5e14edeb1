import type { CommandsArea } from '../kernel/area.ts';
import { dataScopeRoutes } from './data-scope.routes.ts';

/** What the area brings to the commands. */
export const dataScopeArea: CommandsArea = { routes: dataScopeRoutes };
