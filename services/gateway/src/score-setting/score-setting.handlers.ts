import { scoreSettings } from '@jwxt/contracts/score-setting/all-score-settings.ts';
import {
  publishScoreRules,
  publishScoreRulesOperation,
  scoreRulesEffect,
} from '@jwxt/contracts/score-setting/score-rules.operations.ts';
import { handler, type Handler } from '../kernel/handler.ts';
import { resourceHandlers } from '../kernel/resource-handlers.ts';
import { runCommand } from '../kernel/run-command.ts';
import { askForEffect } from './score-rules-effect.ts';

/** What carries out the calls of the score settings. */
export const scoreSettingHandlers: readonly Handler[] = [
  ...scoreSettings.flatMap(resourceHandlers),
  handler(scoreRulesEffect, async ({ key }, { services }) => await askForEffect(services, key)),
  handler(
    publishScoreRulesOperation,
    async ({ commandId, key, version }, call) =>
      await runCommand(publishScoreRules, { key, version }, call, { commandId }),
  ),
];
