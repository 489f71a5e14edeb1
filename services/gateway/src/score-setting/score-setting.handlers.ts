import {
  publishScoreRules,
  publishScoreRulesOperation,
  scoreRulesEffect,
} from '@jwxt/contracts/score-setting/score-rules.operations.ts';
import { handler, type Handler } from '../kernel/handler.ts';
import { runCommand } from '../kernel/run-command.ts';
import { askForEffect } from './score-rules-effect.ts';

/** Publishing score rules, and a look at what that changes. */
export const scoreSettingHandlers: readonly Handler[] = [
  handler(scoreRulesEffect, async ({ key }, { services }) => await askForEffect(services, key)),
  handler(
    publishScoreRulesOperation,
    async ({ commandId, key, version }, call) =>
      await runCommand(publishScoreRules, { key, version }, call, { commandId }),
  ),
];
