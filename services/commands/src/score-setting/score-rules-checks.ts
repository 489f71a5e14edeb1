import { rulesStatusNames, rulesStatus } from '@jwxt/contracts/score-setting/score-rules.resource.ts';
import type { ResourceRules } from '../kernel/resource-routes.ts';

/**
 * A version that was published never changes and is not removed: scores once judged by it can be judged again
 * (SCORE-MORE-35).
 */
export const scoreRulesRules: ResourceRules = {
  kept: async (_client, row) => {
    const status = row['publish_status'] as keyof typeof rulesStatusNames;
    return Promise.resolve(
      status === rulesStatus.draft ? null : `${rulesStatusNames[status]}，不能修改或删除，可以复制为新版本`,
    );
  },
};
