import type { CommandsArea } from '../kernel/area.ts';
import { electiveFileRules } from './elective.file-rule.ts';
import { electivePolicies, electiveRoutes } from './elective.routes.ts';

/** What the area brings to the commands. */
export const electiveArea: CommandsArea = {
  routes: electiveRoutes,
  policies: electivePolicies,
  fileRules: electiveFileRules,
};
