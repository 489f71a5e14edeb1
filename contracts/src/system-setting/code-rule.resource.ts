import { field } from '../kernel/resource-field.ts';
import { defineResource } from '../kernel/resource.ts';
import { codedObjects, segmentProblems, segmentTypes, serialScopes, type ObjectType } from './code-format.ts';

const objectNames = Object.fromEntries(Object.entries(codedObjects).map(([type, { name }]) => [type, name])) as Record<
  ObjectType,
  string
>;

/** SYSADMIN-07 编码规则: how numbers of courses, classes and documents are made. */
export const codeRule = defineResource({
  name: 'codeRule',
  service: 'system',
  table: 'code_rule',
  key: 'codeRuleId',
  called: 'ruleName',
  fields: {
    ruleCode: field.formatted('规则编码', 'code', 20, { required: true, fixed: true, list: 120 }),
    ruleName: field.text('规则名称', 40, { required: true, search: true, list: 'auto' }),
    objectType: field.choice('编码对象', objectNames, {
      required: true,
      search: true,
      list: 100,
      shownAs: 'objectName',
    }),
    segments: field.rows(
      '编号的组成',
      {
        type: field.choice('类型', segmentTypes, { required: true, list: 130 }),
        value: field.text('内容', 20, { list: 170 }),
        length: field.integer('位数', [1, 12], { list: 90 }),
      },
      { length: [1, 10], hint: '内容：固定字符；字段名（如 kkxy）；日期 YYYY、YY、MM、DD。字段和流水号要写位数' },
    ),
    serialScope: field.choice('流水号', serialScopes, { required: true, initial: 'prefix', list: 160 }),
    sample: field.text('示例', 60, { readOnly: true, list: 150 }),
    ruleVersion: field.integer('版本', [1, 9999], { readOnly: true, list: 70 }),
    sfqy: field.enabled(),
  },
  order: [{ by: 'objectType' }, { by: 'ruleCode' }],
  unique: [
    { fields: ['objectType'], message: '这种对象已有启用的规则，请先停用' },
    { fields: ['ruleName'], message: '规则名称已存在' },
  ],
  check: ({ objectType, segments }) =>
    segmentProblems(objectType, segments).map(({ index, column, message }) => ({
      field: index === null ? 'segments' : `segments.${String(index)}.${column}`,
      message,
    })),
  note: '修改规则只影响以后生成的编号；已经用过、占位过的流水号不会再用。',
});
