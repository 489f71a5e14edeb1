import type { Operation } from '../kernel/operation.ts';
import { scoreSettings } from './all-score-settings.ts';
import { publishScoreRulesOperation, scoreRulesEffect } from './score-rules.operations.ts';

/** Calls of the score settings. */
export const scoreSettingOperations: readonly Operation[] = [
  ...scoreSettings.flatMap(({ operations }) => Object.values(operations)),
  scoreRulesEffect,
  publishScoreRulesOperation,
];
