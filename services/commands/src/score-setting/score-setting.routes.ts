import { scoreTemplate } from '@jwxt/contracts/score-setting/score-template.resource.ts';
import { scoreValue } from '@jwxt/contracts/score-setting/score-value.resource.ts';
import { outsideScoreTime, scoreTermControl } from '@jwxt/contracts/score-setting/score-window.resource.ts';
import type { CommandRoute } from '../kernel/command-route.ts';
import { resourceRoutes } from '../kernel/resource-routes.ts';
import { ofOpenSemester } from './open-semester.ts';
import { scoreTemplateRules } from './score-template-rules.ts';
import { scoreValueRules } from './score-value-rules.ts';

/** Commands of the settings of scores. */
export const scoreSettingRoutes: readonly CommandRoute[] = [
  ...resourceRoutes(scoreTermControl, ofOpenSemester),
  ...resourceRoutes(outsideScoreTime, ofOpenSemester),
  ...resourceRoutes(scoreTemplate, scoreTemplateRules),
  ...resourceRoutes(scoreValue, scoreValueRules),
];
