import { scoreSettings } from './all-score-settings.ts';
import { publishScoreRules, publishScoreRulesOperation } from './score-rules.operations.ts';
import { scoreSettingOperations } from './score-setting.operations.ts';
import type { ContractArea } from '../kernel/area.ts';

const ofResources = scoreSettings.flatMap(({ commands, operations }) =>
  (['create', 'update', 'delete', 'batchDelete'] as const).map(
    (action) => [commands[action], [operations[action]]] as const,
  ),
);

/** What the area brings to the contracts. */
export const scoreSettingArea = {
  operations: [...scoreSettingOperations],
  commands: [...ofResources, [publishScoreRules, [publishScoreRulesOperation]]],
} as const satisfies ContractArea;
