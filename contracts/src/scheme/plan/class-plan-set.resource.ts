import { field } from '../../kernel/resource-field.ts';
import { defineResource } from '../../kernel/resource.ts';
import { yesNo } from '../../kernel/yes-no.ts';

const ofClass = { readOnly: true, follows: 'bjdm', looked: true } as const;
const ofPlan = { readOnly: true, follows: 'executionPlanId', looked: true } as const;

/** SCHEME-14 班级计划设置: a class that does not follow the plan of its grade-major in a course. */
export const classPlanSet = defineResource({
  name: 'classPlanSet',
  service: 'scheme',
  table: 'class_plan_set',
  key: 'classPlanSetId',
  keyOf: ['executionPlanId', 'bjdm'],
  called: 'executionPlanId',
  fields: {
    executionPlanId: field.reference('执行计划', 'executionPlan', {
      required: true,
      fixed: true,
      search: true,
      list: 'auto',
      shownAs: 'planName',
    }),
    bjdm: field.reference('行政班', 'classInfo', {
      required: true,
      fixed: true,
      search: true,
      list: 140,
      shownAs: 'bjmc',
    }),
    grade: field.reference('年级', 'grade', { ...ofClass, search: true, column: 'njdm' }),
    departmentId: field.reference('院系', 'department', { ...ofClass, search: true, list: 150, column: 'dwh' }),
    majorId: field.reference('专业', 'major', { ...ofClass, column: 'zydm' }),
    semesterId: field.reference('计划学期', 'semester', { ...ofPlan, search: true, list: 180, column: 'xnxq' }),
    isOpen: field.choice(
      '是否开课',
      { [yesNo.yes]: '开课', [yesNo.no]: '不开' },
      { required: true, initial: yesNo.yes, list: 90 },
    ),
    openSemesterId: field.reference('调整到学期', 'semester', { list: 180, empty: '不调整' }),
    teacherSuggest: field.reference('建议教师', 'teacher', { list: 110, shownAs: 'teacherSuggestName' }),
    mergeGroup: field.text('合班组', 20, { list: 100, hint: '同一组的班级一起上课' }),
  },
  order: [{ by: 'executionPlanId' }, { by: 'bjdm' }],
  scope: { NJ: 'grade', DW: 'departmentId', ZY: 'majorId', XZB: 'bjdm' },
  check: ({ isOpen, openSemesterId }) =>
    isOpen === yesNo.no && openSemesterId !== null
      ? [{ field: 'openSemesterId', message: '不开课时不用调整学期' }]
      : [],
  note: '没有设置的班级按年级专业的执行计划开课。',
  empty: '还没有例外。各班级按年级专业的执行计划开课。',
});
