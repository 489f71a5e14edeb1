import type { CommandsArea } from '../kernel/area.ts';
import { codeRuleRules } from './code-rule-checks.ts';
import { systemSettingRoutes } from './system-setting.routes.ts';
import { serviceDomainRules, systemParameterRules } from './setting-checks.ts';

/** What the area brings to the commands. */
export const systemSettingArea: CommandsArea = {
  routes: systemSettingRoutes,
  resourceRules: { sysSet: systemParameterRules, domain: serviceDomainRules, codeRule: codeRuleRules },
};
