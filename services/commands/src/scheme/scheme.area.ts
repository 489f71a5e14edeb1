import type { CommandsArea } from '../kernel/area.ts';
import { planRoutes, planRules } from './plan/plan.routes.ts';

/** What the area brings to the commands. */
export const schemeArea: CommandsArea = { routes: [...planRoutes], resourceRules: { ...planRules } };
