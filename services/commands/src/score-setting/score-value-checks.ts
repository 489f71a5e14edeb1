import { PERCENTAGE_HIERARCHY } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { ResourceRules } from '../kernel/resource-routes.ts';

/**
 * Grade systems (SCORE-MORE-23): the percentage system is the measure of all others and stays; a used one is not
 * removed.
 */
export const scoreValueRules: ResourceRules = {
  kept: async (_client, row) =>
    Promise.resolve(row['score_hierarchy_code'] === PERCENTAGE_HIERARCHY ? '是其他等级制的基准，不能修改或删除' : null),
  uses: [
    { what: '课程', unit: '门', count: 'select count(*) as n from base.course where score_hierarchy_code = $1' },
    {
      what: '教学班',
      unit: '个',
      count: 'select count(*) as n from base.teaching_class where score_hierarchy_code = $1',
    },
    {
      what: '成绩模板',
      unit: '个',
      count: `select count(*) as n from base.score_template
        where score_hierarchy_code = $1 or items @> jsonb_build_array(jsonb_build_object('scoreHierarchyCode', $1))`,
    },
    {
      what: '其他成绩',
      unit: '条',
      count: 'select count(*) as n from base.student_extra_score where score_hierarchy_code = $1',
    },
  ],
};
