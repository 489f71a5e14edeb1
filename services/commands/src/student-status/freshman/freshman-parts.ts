import type { CommandsArea } from '../../kernel/area.ts';
import { classRuleRules, freshmanRules, studentIdRuleRules } from './freshman-checks.ts';
import { freshmanRoutes } from './freshman.routes.ts';

/** How freshmen, class division and numbers (STUDENT-STATUS-11…15, 19) are kept. */
export const statusFreshmanParts: CommandsArea = {
  routes: freshmanRoutes,
  resourceRules: { freshman: freshmanRules, studentIdRule: studentIdRuleRules, classRule: classRuleRules },
};
