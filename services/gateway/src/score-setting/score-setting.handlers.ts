import { scoreSettings } from '@jwxt/contracts/score-setting/all-score-settings.ts';
import type { Handler } from '../kernel/handler.ts';
import { resourceHandlers } from '../kernel/resource-handlers.ts';

/** What carries out the calls of the score settings. */
export const scoreSettingHandlers: readonly Handler[] = scoreSettings.flatMap(resourceHandlers);
