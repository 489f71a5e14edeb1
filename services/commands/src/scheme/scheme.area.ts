import type { CommandsArea } from '../kernel/area.ts';
import { schemaPolicies } from './schema/schema.policy.ts';
import { schemaRoutes } from './schema/schema.routes.ts';

/** What the area brings to the commands. */
export const schemeArea: CommandsArea = { routes: schemaRoutes, policies: schemaPolicies };
