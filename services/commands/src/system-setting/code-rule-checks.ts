import { sampleCode, type Segment } from '@jwxt/contracts/system-setting/code-format.ts';
import type { ResourceRules } from '../kernel/resource-routes.ts';

/** Each change of a rule is a version of it: numbers remember by which they were made. */
export const codeRuleRules: ResourceRules = {
  async derive(client, values) {
    const { rows } = await client.query<{ version: number }>(
      'select rule_version as version from base.code_rule where rule_code = $1',
      [values['ruleCode']],
    );
    return {
      ruleVersion: (rows[0]?.version ?? 0) + 1,
      sample: sampleCode(values['segments'] as Segment[], new Date().toISOString()),
    };
  },
  uses: [
    {
      what: '已生成的编号',
      unit: '个',
      count: `select count(*) as n from base.code_reservation made join base.code_rule using (rule_code)
        where code_rule_id = $1`,
    },
  ],
};
