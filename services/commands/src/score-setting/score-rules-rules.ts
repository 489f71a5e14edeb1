import { publishStatusNames } from '@jwxt/contracts/score-setting/score-rules.resource.ts';
import type { ResourceRules } from '../kernel/resource-routes.ts';

/**
 * A version that was published never changes and is not removed: scores once judged by it can be judged again
 * (SCORE-MORE-35).
 */
export const scoreRulesRules: ResourceRules = {
  kept: async (_client, row) =>
    Promise.resolve(
      row['publish_status'] === '0'
        ? null
        : `${publishStatusNames[row['publish_status'] as '1' | '2']}，不能修改或删除，可以复制为新版本`,
    ),
};
