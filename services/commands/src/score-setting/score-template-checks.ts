import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { ResourceRules } from '../kernel/resource-routes.ts';

/**
 * One template of each grade system is the default (SCORE-MORE-20): a new one takes the place of the one before, and
 * there is always one. Sheets are no users: they keep a copy.
 */
export const scoreTemplateRules: ResourceRules = {
  uses: [
    {
      what: '默认模板',
      unit: '处',
      count: `select count(*) as n from base.score_template
        where score_template_id = $1 and is_default = '1' and sfqy = '1'`,
    },
    { what: '教学班', unit: '个', count: 'select count(*) as n from base.teaching_class where score_template_id = $1' },
    {
      what: '录入时间',
      unit: '条',
      count: 'select count(*) as n from base.score_term_control where score_template_id = $1',
    },
  ],
  async check(client, values, before) {
    const isDefault = values['isDefault'] === yesNo.yes;
    if (isDefault && values['sfqy'] === yesNo.no)
      return [{ field: 'isDefault', message: '停用的模板不能作为默认模板' }];
    const given = !isDefault || values['scoreHierarchyCode'] !== before?.['score_hierarchy_code'];
    if (before?.['is_default'] === yesNo.yes && given && !(await otherDefault(client, before)))
      return [{ field: 'isDefault', message: '总要有一个默认模板，请先把另一个模板设为默认' }];
    return [];
  },
  async stored(client, row) {
    if (row['is_default'] !== yesNo.yes) return [];
    const { rows } = await client.query<{ key: string; after: Record<string, unknown> }>(
      `update base.score_template template set is_default = '0'
        where is_default = '1' and score_hierarchy_code = $1 and score_template_id <> $2
        returning score_template_id as key, to_jsonb(template) as after`,
      [row['score_hierarchy_code'], row['score_template_id']],
    );
    return rows.map(({ key, after }) => ({ key, before: { ...after, is_default: yesNo.yes }, after }));
  },
};

async function otherDefault(client: PoolClient, before: WireRow): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from base.score_template where is_default = '1' and sfqy = '1' and score_template_id <> $1`,
    [before['score_template_id']],
  );
  return rowCount !== 0;
}
