import type { Resource } from '../kernel/resource.ts';
import { scoreRulesVersion } from './score-rules.resource.ts';
import { scoreTemplate } from './score-template.resource.ts';
import { scoreValue } from './score-value.resource.ts';
import { outsideScoreTime, scoreTermControl } from './score-window.resource.ts';

/** The settings of the score area that are kept on pages (SCORE-MORE-20, 22, 23, 32, 35). */
export const scoreSettings: readonly Resource[] = [
  scoreTermControl,
  outsideScoreTime,
  scoreTemplate,
  scoreValue,
  scoreRulesVersion,
];
