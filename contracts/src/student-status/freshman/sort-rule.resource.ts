import { field } from '../../kernel/resource-field.ts';
import { defineResource } from '../../kernel/resource.ts';
import { sortFields, sortOrders, sortRuleProblems, sortUses } from './sort.rules.ts';

/** STUDENT-STATUS-15 排序规则: by what people are put in order, for which purpose. */
export const sortRule = defineResource({
  name: 'sortRule',
  service: 'studentStatus',
  table: 'sort_rule',
  key: 'sortRuleId',
  called: 'ruleName',
  fields: {
    ruleName: field.text('规则名称', 40, { required: true, search: true, list: 200 }),
    useFor: field.choice('用于', sortUses, { required: true, search: true, list: 120 }),
    sortFields: field.rows(
      '排序字段',
      {
        field: field.choice('字段', sortFields, { required: true, list: 200 }),
        order: field.choice('顺序', sortOrders, { required: true, initial: 'asc', list: 140 }),
      },
      { length: [1, 6], list: 'auto', hint: '从上到下：前一个字段相同的，再按后一个字段排。没有值的排在最后' },
    ),
    sfqy: field.enabled(),
  },
  order: [{ by: 'useFor' }, { by: 'ruleName' }],
  unique: [{ fields: ['ruleName'], message: '规则名称已存在' }],
  check: ({ useFor, sortFields: keys }) => sortRuleProblems(useFor, keys),
  empty: '还没有排序规则。请先新增。',
  note: '用于分班时，规则中的第一个成绩字段就是各班要均衡的成绩；没有成绩字段的均衡高考总分。',
});
