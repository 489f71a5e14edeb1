import { field } from '../../kernel/resource-field.ts';
import { defineResource } from '../../kernel/resource.ts';
import { gradeMajorFields, gradeMajorScope } from '../grade-major-fields.ts';
import { planSourceNames, planStatusNames } from './execution-plan.vocabulary.ts';
import { TERMS_AT_MOST } from './term.rules.ts';

const asCourse = { completed: true, hint: '不填时与课程库相同' } as const;

/** SCHEME-13 培养执行计划: courses that a grade-major is to take, by term; the semester follows from its grade. */
export const executionPlan = defineResource({
  name: 'trainingExecutionPlan',
  loggedAs: 'executionPlan',
  service: 'scheme',
  table: 'execution_plan',
  key: 'executionPlanId',
  keyOf: ['gradeMajorId', 'courseId'],
  called: 'planName',
  fields: {
    planName: field.text('计划', 160, { readOnly: true }),
    gradeMajorId: field.reference('年级专业', 'gradeMajor', {
      required: true,
      fixed: true,
      search: true,
      list: 190,
      column: 'njzydm',
    }),
    ...gradeMajorFields,
    courseId: field.reference('课程', 'course', {
      required: true,
      fixed: true,
      search: true,
      list: 'auto',
      column: 'kch',
    }),
    courseBusinessCode: field.text('课程编号', 30, {
      readOnly: true,
      follows: 'courseId',
      looked: true,
      search: true,
      list: 110,
      column: 'ywbm',
    }),
    term: field.integer('学期序号', [1, TERMS_AT_MOST], {
      required: true,
      list: 90,
      hint: '从入学起的第几个学期，学年学期由年级推算',
    }),
    semesterId: field.reference('学年学期', 'semester', { readOnly: true, search: true, list: 190, column: 'xnxq' }),
    openDepartmentId: field.reference('开课单位', 'department', { ...asCourse, search: true, list: 150 }),
    courseSystemId: field.reference('课程分类', 'schemeClassify', { shownAs: 'classifyFullName' }),
    courseSystemName: field.text('课程模块', 80, { list: 160, hint: '已选课程分类时由分类得出', completed: true }),
    courseAttribute: field.dictionary('课程属性', 'XTGL_KCSXDMJ', { ...asCourse, search: true, list: 90 }),
    courseNature: field.dictionary('课程性质', 'XTGL_KCXZDMJ', { ...asCourse, search: true }),
    credit: field.tenths('学分', [0, 100], { ...asCourse, list: 70 }),
    totalHour: field.tenths('总学时', [0, 2000], { ...asCourse, list: 80 }),
    weekHours: field.tenths('周学时', [0, 60], {}),
    startEndWeek: field.formatted('起止周', 'weeks', 60, {}),
    examMethod: field.dictionary('考核方式', 'XTGL_KSXS', { ...asCourse, list: 90 }),
    examWay: field.dictionary('考试方式', 'XTGL_KSFS', {}),
    directionName: field.text('专业方向', 60, { readOnly: true }),
    courseGroupId: field.reference('课组', 'courseGroup', {}),
    specialItemSign: field.yesNo('专项', { hint: '体育、分级等由学生选择其中一项的课程' }),
    planSource: field.choice('来源', planSourceNames, { readOnly: true, search: true, list: 100 }),
    planStatus: field.choice('状态', planStatusNames, { readOnly: true, search: true, list: 98, state: true }),
    openStatus: field.yesNo('已开课', { readOnly: true, list: 80 }),
  },
  order: [{ by: 'grade', descending: true }, { by: 'gradeMajorId' }, { by: 'term' }, { by: 'courseId' }],
  scope: gradeMajorScope,
  note: '已开课的课程、学期已过的课程和已生效的计划不能在这里修改或删除。',
  empty: '还没有执行计划。方案审批通过后，在“执行计划”中按方案生成。',
});
