import { publishScoreRules } from '@jwxt/contracts/score-setting/score-rules.operations.ts';
import { scoreRulesVersion } from '@jwxt/contracts/score-setting/score-rules.resource.ts';
import { scoreTemplate } from '@jwxt/contracts/score-setting/score-template.resource.ts';
import { scoreValue } from '@jwxt/contracts/score-setting/score-value.resource.ts';
import { outsideScoreTime, scoreTermControl } from '@jwxt/contracts/score-setting/score-window.resource.ts';
import { applyOnce } from '../kernel/applied-command.ts';
import { defineRoute, type CommandRoute } from '../kernel/command-route.ts';
import { resourceRoutes } from '../kernel/resource-routes.ts';
import { ofOpenSemester } from './open-semester.ts';
import { publishRules } from './publish-rules.ts';
import { scoreRulesRules } from './score-rules-checks.ts';
import { scoreTemplateRules } from './score-template-checks.ts';
import { scoreValueRules } from './score-value-checks.ts';

/** Commands of the settings of scores. */
export const scoreSettingRoutes: readonly CommandRoute[] = [
  ...resourceRoutes(scoreTermControl, ofOpenSemester),
  ...resourceRoutes(outsideScoreTime, ofOpenSemester),
  ...resourceRoutes(scoreTemplate, scoreTemplateRules),
  ...resourceRoutes(scoreValue, scoreValueRules),
  ...resourceRoutes(scoreRulesVersion, scoreRulesRules),
  defineRoute(publishScoreRules, async (payload, context, { pool, reference }) => {
    const done = await applyOnce(pool, context, (client) => publishRules(client, context, payload));
    reference.forget();
    return done;
  }),
];
