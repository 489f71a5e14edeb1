import { historicalStatus } from '@jwxt/contracts/score/historical/historical-score.resource.ts';
import { historicalValue } from '@jwxt/contracts/score/historical/historical-score.rules.ts';
import type { ScoreRemarkCode } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { ResourceRules } from '../../kernel/resource-routes.ts';
import { loadNamedGrades } from './historical-score.facts.ts';

/**
 * What an old score must be (SCORE-MORE-34): a value that the grade systems know. Whether the student has the score
 * already is found in the log when it is entered.
 */
export const historicalScoreRules: ResourceRules = {
  kept: (_client, row) =>
    Promise.resolve(row['enter_status'] === historicalStatus.entered ? '已入账，请先撤销入账' : null),
  async check(client, { courseId, scoreValue, scoreRemarkCode }) {
    const { rows } = await client.query<{ hierarchy: string }>(
      'select score_hierarchy_code as hierarchy from base.course where kch = $1',
      [courseId],
    );
    const [course] = rows;
    if (!course) return [];
    const value = historicalValue(
      scoreValue as string | null,
      scoreRemarkCode as ScoreRemarkCode,
      course.hierarchy,
      await loadNamedGrades(client),
    );
    return value ? [] : [{ field: 'scoreValue', message: '应为 0 至 100 的分数或已有的等级名称' }];
  },
};
