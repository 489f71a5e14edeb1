import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { labelRuleFields, labelRuleText } from '@jwxt/contracts/student-status/file/label.resource.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { usedBy } from '../../base-info/shared/use-count.ts';
import type { ResourceRules } from '../../kernel/resource-routes.ts';

/** Where the codes and names of a field stand; a dictionary by its category. */
const codesOfField: Readonly<Record<string, string>> = {
  nationCode: 'XTGL_MZ',
  politicalCode: 'XTGL_ZZMM',
  sexCode: 'XTGL_XB',
  studentType: 'XTGL_XSLB',
  admitType: 'XJ_LQLB',
  studentStatus: 'XTGL_XSDQZT',
  departmentId: 'select dwh as code, dwmc as name from base.department',
  grade: 'select njdm as code, njmc as name from base.grade',
  majorId: 'select zydm as code, zymc as name from base.major',
  bjdm: 'select bjdm as code, bjmc as name from base.class_info',
};

/** Values of a condition, as they are written: codes or names with 、 or a comma between them. */
const wordsOf = (value: string): string[] => value.trim().split(/\s*[、，,]\s*/u);
const rulesOf = (values: WireRow) =>
  (Array.isArray(values['autoRule']) ? (values['autoRule'] as WireRow[]) : []).map((rule) => ({
    ruleField: textOf(rule['ruleField']),
    ruleCompare: textOf(rule['ruleCompare']),
    ruleValue: textOf(rule['ruleValue']),
  }));

/** Values that nobody knows, under their lines: such a condition would hold for nobody. */
async function unknownValues(client: PoolClient, values: WireRow): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  for (const [at, { ruleField, ruleValue }] of rulesOf(values).entries()) {
    const source = codesOfField[ruleField] ?? '';
    const isTable = source.startsWith('select');
    const { rows } = await client.query<{ code: string; name: string }>(
      `select code, name from (${isTable ? source : 'select dm as code, mc as name from base.data_dict where dmlb = $2'})
          known where code = any($1) or name = any($1)`,
      [wordsOf(ruleValue), ...(isTable ? [] : [source])],
    );
    const known = new Set(rows.flatMap(({ code, name }) => [code, name]));
    const unknown = wordsOf(ruleValue).find((word) => !known.has(word));
    if (unknown !== undefined)
      errors.push({
        field: `autoRule.${String(at)}.ruleValue`,
        message: `没有这个${labelRuleFields[ruleField as keyof typeof labelRuleFields]}：${unknown}`,
      });
  }
  return errors;
}

/** STUDENT-STATUS-18: the rule in words; whom it names; who uses the label. */
export const studentLabelRules: ResourceRules = {
  uses: [
    usedBy('标签学生', '名', 'student_label_member', 'label_id'),
    {
      what: '学生课程替代',
      unit: '条',
      count: 'select count(*) as n from base.student_tags_replace where label_ids ? $1',
    },
  ],
  derive: (_client, values) => Promise.resolve({ ruleText: labelRuleText(rulesOf(values)) || null }),
  check: unknownValues,
};
