import { field } from '../../kernel/resource-field.ts';
import { defineResource } from '../../kernel/resource.ts';
import { ofStudent, studentFields, studentScope } from '../../kernel/student-fields.ts';

/** Fields of a student that the rule of a label may ask for. */
export const labelRuleFields = {
  nationCode: '民族',
  politicalCode: '政治面貌',
  sexCode: '性别',
  studentType: '学生类别',
  admitType: '录取类别',
  studentStatus: '学籍状态',
  departmentId: '院系',
  grade: '年级',
  majorId: '专业',
  bjdm: '行政班',
} as const;
/** How it compares them. */
export const labelRuleCompare = { '1': '是', '2': '不是' } as const;

/** What a rule says, in words: 民族不是汉族，且学生类别是普通本科. */
export function labelRuleText(rules: readonly { ruleField: string; ruleCompare: string; ruleValue: string }[]): string {
  return rules
    .map(
      ({ ruleField, ruleCompare, ruleValue }) =>
        `${labelRuleFields[ruleField as keyof typeof labelRuleFields]}${
          labelRuleCompare[ruleCompare as keyof typeof labelRuleCompare]
        }${ruleValue}`,
    )
    .join('，且');
}

/** STUDENT-STATUS-18 学生标签: held by hand within dates, or by a rule over what is known of a student. */
export const studentLabel = defineResource({
  name: 'studentLabel',
  service: 'studentStatus',
  table: 'student_label',
  key: 'labelId',
  called: 'labelName',
  fields: {
    labelName: field.text('标签名称', 30, { required: true, search: true, list: 150 }),
    labelType: field.dictionary('标签类型', 'XJ_BQLX', { required: true, search: true, list: 110 }),
    colour: field.choice(
      '颜色',
      { blue: '蓝', green: '绿', orange: '橙', red: '红', grape: '紫', gray: '灰' },
      { list: 80 },
    ),
    ruleText: field.text('自动规则', 400, { readOnly: true, list: 'auto', empty: '只由人工指定' }),
    autoRule: field.rows(
      '自动规则',
      {
        ruleField: field.choice('学生的', labelRuleFields, { required: true, list: 130 }),
        ruleCompare: field.choice('比较', labelRuleCompare, { required: true, list: 100, initial: '1' }),
        ruleValue: field.text('取值', 200, { required: true, list: 200 }),
      },
      {
        length: [0, 10],
        child: { resource: 'studentLabelRule', table: 'student_label_rule', parent: 'label_id', by: 'ruleField' },
        hint: '各行须同时满足；取值写代码或名称，多个之间用顿号隔开',
      },
    ),
    sfqy: field.enabled(),
  },
  order: [{ by: 'labelType' }, { by: 'labelName' }],
  unique: [{ fields: ['labelName'], message: '标签名称已存在' }],
  importKey: ['labelName'],
  check: ({ autoRule }) => {
    const fields = autoRule.map(({ ruleField }) => ruleField);
    const twice = fields.findIndex((each, at) => fields.indexOf(each) !== at);
    return twice === -1 ? [] : [{ field: `autoRule.${String(twice)}.ruleField`, message: '同一项只写一行' }];
  },
  note: '满足自动规则的学生自动持有标签，不必加入名单；学生信息改变后随之改变。',
  empty: '还没有标签。',
});

/** STUDENT-STATUS-18: who holds a label by hand, from when to when. */
export const studentLabelMember = defineResource({
  name: 'studentLabelMember',
  service: 'studentStatus',
  table: 'student_label_member',
  key: 'labelMemberId',
  called: 'studentCode',
  fields: {
    labelId: field.reference('标签', 'studentLabel', { required: true, fixed: true, search: true, list: 150 }),
    studentCode: field.reference('学生', 'student', {
      required: true,
      fixed: true,
      search: true,
      list: 100,
      shownAs: 'studentName',
    }),
    studentNumber: field.text('学号', 20, { ...ofStudent, search: true, list: 120 }),
    ...studentFields,
    beginDate: field.date('开始日期', { required: true, list: 110 }),
    endDate: field.date('结束日期', { list: 110, empty: '长期' }),
  },
  order: [{ by: 'labelId' }, { by: 'studentCode' }, { by: 'beginDate' }],
  scope: studentScope,
  unique: [{ fields: ['beginDate', 'labelId', 'studentCode'], message: '该学生这一天起已有这个标签' }],
  importKey: ['labelId', 'studentCode', 'beginDate'],
  check: ({ beginDate, endDate }) =>
    endDate !== null && endDate < beginDate ? [{ field: 'endDate', message: '结束日期不应早于开始日期' }] : [],
  note: '过了结束日期，标签自动失效；历史仍可在学生档案中按日期查看。',
  empty: '还没有持有标签的学生。',
});
