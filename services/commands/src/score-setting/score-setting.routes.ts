import { outsideScoreTime, scoreTermControl } from '@jwxt/contracts/score-setting/score-window.resource.ts';
import type { CommandRoute } from '../kernel/command-route.ts';
import { resourceRoutes } from '../kernel/resource-routes.ts';
import { ofOpenSemester } from './open-semester.ts';

/** Commands of the settings of scores. */
export const scoreSettingRoutes: readonly CommandRoute[] = [
  ...resourceRoutes(scoreTermControl, ofOpenSemester),
  ...resourceRoutes(outsideScoreTime, ofOpenSemester),
];
