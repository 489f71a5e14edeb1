import { field } from '../../kernel/resource-field.ts';
import { defineResource } from '../../kernel/resource.ts';
import { publishStatus, publishStatusNames } from '../../notice/notice.vocabulary.ts';
import { warningIndicatorNames, warningOperators } from './warning.vocabulary.ts';

/** STUDENT-STATUS-32 预警级别: the larger 严重程度, the worse; of several that hold the worst one wins. */
export const warningLevel = defineResource({
  name: 'warningLevel',
  service: 'studentStatus',
  table: 'warning_level',
  key: 'warningLevelCode',
  called: 'warningLevelName',
  fields: {
    warningLevelCode: field.dictionary('级别代码', 'XJ_YJJB', {
      required: true,
      fixed: true,
      list: 110,
      shownAs: 'warningLevelCodeName',
    }),
    warningLevelName: field.text('级别名称', 20, { required: true, list: 140 }),
    colour: field.choice(
      '颜色',
      { blue: '蓝', yellow: '黄', orange: '橙', red: '红' },
      { required: true, list: 80, initial: 'yellow' },
    ),
    sortNum: field.integer('严重程度', [1, 9999], { required: true, list: 96, hint: '数字越大越严重' }),
    notifyGuardian: field.yesNo('通知监护人', { list: 110 }),
    advice: field.area('处理建议', 200, { list: 'auto' }),
  },
  order: [{ by: 'sortNum' }],
  unique: [
    { fields: ['warningLevelName'], message: '已有同名的级别' },
    { fields: ['sortNum'], message: '已有同样严重程度的级别' },
  ],
  note: '学生命中多条规则时，取严重程度最高的级别。',
  empty: '还没有预警级别。',
});

/** STUDENT-STATUS-25 学籍预警类型: what is looked at. */
export const statusWarningType = defineResource({
  name: 'statusWarningType',
  service: 'studentStatus',
  table: 'status_warning_type',
  key: 'warningTypeCode',
  called: 'warningTypeName',
  fields: {
    warningTypeCode: field.text('类型代码', 10, { required: true, fixed: true, list: 110 }),
    warningTypeName: field.text('类型名称', 40, { required: true, search: true, list: 'auto' }),
    indicator: field.choice('指标', warningIndicatorNames, { required: true, fixed: true, search: true, list: 160 }),
    sfqy: field.enabled(),
  },
  order: [{ by: 'indicator' }, { by: 'warningTypeCode' }],
  unique: [{ fields: ['warningTypeName'], message: '已有同名的预警类型' }],
  empty: '还没有预警类型。',
});

/** STUDENT-STATUS-33 预警规则: versioned; what was computed says by which version. */
export const warningRule = defineResource({
  name: 'warningRule',
  service: 'studentStatus',
  table: 'warning_rule',
  key: 'warningRuleId',
  called: 'ruleName',
  fields: {
    ruleName: field.text('规则名称', 40, { required: true, search: true, list: 150 }),
    ruleText: field.text('规则', 120, { readOnly: true, list: 'auto' }),
    versionNo: field.integer('版本', [1, 9999], { readOnly: true, list: 64 }),
    warningTypeCode: field.reference('预警类型', 'statusWarningType', {
      required: true,
      search: true,
      list: 130,
      shownAs: 'warningTypeName',
    }),
    operator: field.choice('比较', warningOperators, { required: true, initial: '<' }),
    threshold: field.decimal('界限值', [0, 9999], { required: true }),
    warningLevelCode: field.reference('预警级别', 'warningLevel', {
      required: true,
      search: true,
      list: 110,
      shownAs: 'warningLevelName',
    }),
    grades: field.references('适用年级', 'grade', { list: 84, empty: '全部' }),
    studentTypes: field.dictionaries('适用学生类别', 'XTGL_XSLB', { empty: '全部' }),
    sfqy: field.enabled(),
  },
  order: [{ by: 'warningTypeCode' }, { by: 'threshold', descending: true }],
  unique: [{ fields: ['ruleName'], message: '已有同名的规则' }],
  note:
    '修改后产生新版本，已发布的方案仍按发布时的版本计算。学期获得学分把成绩未公布的课程按获得计，不会因此预警；' +
    '连续预警次数是达到本级别的下一级及以上的连续学期数。',
  empty: '还没有预警规则。',
});

/** STUDENT-STATUS-26 预警方案: which rules a semester is judged by; publishing fixes their versions. */
export const statusWarningScheme = defineResource({
  name: 'statusWarningScheme',
  service: 'studentStatus',
  table: 'status_warning_scheme',
  key: 'warningSchemeId',
  called: 'schemeName',
  fields: {
    schemeName: field.text('方案名称', 60, { required: true, search: true, list: 'auto' }),
    semesterId: field.reference('学年学期', 'semester', { required: true, search: true }),
    publishStatus: field.choice('状态', publishStatusNames, {
      readOnly: true,
      search: true,
      list: 98,
      state: true,
      initial: publishStatus.draft,
    }),
    rules: field.references('预警规则', 'warningRule', { list: 200 }),
    departmentIds: field.references('适用院系', 'department', { empty: '全校' }),
    runTime: field.time('计划计算时间', { list: 160, empty: '手工计算', hint: '到时自动计算一次；也可以随时手工计算' }),
    lastRunTime: field.time('最近计算', { readOnly: true, list: 160 }),
  },
  order: [{ by: 'semesterId', descending: true }, { by: 'schemeName' }],
  unique: [{ fields: ['schemeName'], message: '已有同名的方案' }],
  check: ({ rules }) =>
    (rules as readonly string[]).length === 0 ? [{ field: 'rules', message: '请至少选择一条规则' }] : [],
  note: '发布后规则和版本固定，不能修改；撤回后修改再发布，重新计算时只处理有变化的学生。',
  empty: '还没有预警方案。',
});
