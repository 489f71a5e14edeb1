import { ownRemarks, remarkName } from '@jwxt/contracts/score/score-remark.rules.ts';
import { scoreRemarks, type ScoreRemarkCode } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { ResourceRules } from '../kernel/resource-routes.ts';

/** 正常 and 缓考 stay; what a remark makes of a score follows its code (SCORE-MORE-18). */
export const scoreRemarkRules: ResourceRules = {
  stays: async (_client, row) => {
    const code = String(row['score_remark_code']);
    return Promise.resolve(ownRemarks.has(code) ? `“${remarkName(code)}”不能删除` : null);
  },
  derive: async (_client, { scoreRemarkCode }) => {
    const { final, items } = scoreRemarks[scoreRemarkCode as ScoreRemarkCode];
    return Promise.resolve({ finalValueMode: final, itemMode: items });
  },
};
