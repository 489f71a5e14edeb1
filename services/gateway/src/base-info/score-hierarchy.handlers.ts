import { findScoreHierarchy, findScoreValueSelectList } from '@jwxt/contracts/base-info/score-hierarchy.operations.ts';
import { handler } from '../kernel/handler.ts';

export const scoreHierarchyHandlers = [
  handler(findScoreHierarchy, async (_input, { services: { db } }) => {
    const { rows } = await db.query<{ scoreHierarchyCode: string; scoreHierarchyName: string }>(
      `select score_hierarchy_code as "scoreHierarchyCode", score_hierarchy_name as "scoreHierarchyName"
        from base.score_hierarchy where sfqy = '1' order by score_hierarchy_code`,
    );
    return rows;
  }),
  handler(findScoreValueSelectList, async ({ scoreHierarchyCode }, { services: { db } }) => {
    const { rows } = await db.query<{ scoreValueCode: string; scoreValueName: string }>(
      `select score_value_code as "scoreValueCode", score_value_name as "scoreValueName" from base.score_value
        where score_hierarchy_code = $1 order by sort_num, score_value_code`,
      [scoreHierarchyCode],
    );
    return rows;
  }),
];
