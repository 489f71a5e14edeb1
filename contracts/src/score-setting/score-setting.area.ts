import { publishScoreRules, publishScoreRulesOperation, scoreRulesEffect } from './score-rules.operations.ts';
import { scoreCoefficient } from './score-coefficient.resource.ts';
import { scoreRulesVersion } from './score-rules.resource.ts';
import { courseBinding } from './course-binding.resource.ts';
import { rebuildExpenseSet } from './rebuild-expense-set.resource.ts';
import { scoreQueryControl } from './score-query-control.resource.ts';
import { scoreRemarkSetting } from './score-remark.resource.ts';
import { scoreTemplate } from './score-template.resource.ts';
import { scoreValue } from './score-value.resource.ts';
import { outsideScoreTime, repairApplicationTime, scoreTermControl } from './score-window.resource.ts';
import type { ContractArea } from '../kernel/area.ts';

/** What the area brings to the contracts (SCORE-MORE-18, 19, 20, 22, 23, 26, 30, 32, 35, 40, 46). */
export const scoreSettingArea = {
  resources: [
    scoreTermControl,
    outsideScoreTime,
    repairApplicationTime,
    rebuildExpenseSet,
    scoreQueryControl,
    courseBinding,
    scoreTemplate,
    scoreValue,
    scoreRulesVersion,
    scoreCoefficient,
    scoreRemarkSetting,
  ],
  operations: [scoreRulesEffect, publishScoreRulesOperation],
  commands: [[publishScoreRules, [publishScoreRulesOperation]]],
} as const satisfies ContractArea;
