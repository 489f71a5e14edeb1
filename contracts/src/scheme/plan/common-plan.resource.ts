import { field } from '../../kernel/resource-field.ts';
import { defineResource } from '../../kernel/resource.ts';
import { TERMS_AT_MOST } from './term.rules.ts';

/** SCHEME-33 公共课计划: one plan of a course for many grade-majors (思政, 英语, 体育), which are assigned to it. */
export const commonCoursePlan = defineResource({
  name: 'commonCoursePlan',
  service: 'scheme',
  table: 'common_course_plan',
  key: 'commonPlanId',
  called: 'planName',
  fields: {
    planName: field.text('计划名称', 60, { required: true, search: true, list: 'auto' }),
    courseId: field.reference('课程', 'course', { required: true, fixed: true, search: true, list: 180 }),
    courseTitle: field.text('课程全称', 60, { readOnly: true, follows: 'courseId', column: 'kcmc' }),
    term: field.integer('学期序号', [1, TERMS_AT_MOST], {
      required: true,
      list: 90,
      hint: '从入学起的第几个学期',
    }),
    credit: field.tenths('学分', [0, 100], { required: true, list: 70 }),
    totalHour: field.tenths('总学时', [0, 2000], { required: true, list: 80 }),
    weekHours: field.tenths('周学时', [0, 60], {}),
    startEndWeek: field.formatted('起止周', 'weeks', 60, {}),
    courseAttribute: field.dictionary('课程属性', 'XTGL_KCSXDMJ', { required: true, search: true, list: 90 }),
    courseNature: field.dictionary('课程性质', 'XTGL_KCXZDMJ', { required: true, list: 120 }),
    classifyId: field.reference('课程分类', 'schemeClassify', {}),
    courseSystemName: field.text('课程模块', 80, { hint: '已选课程分类时由分类得出' }),
    openDepartmentId: field.reference('开课单位', 'department', { required: true, search: true, list: 150 }),
    examMethod: field.dictionary('考核方式', 'XTGL_KSXS', { list: 90 }),
    specialItemSign: field.yesNo('专项', { hint: '体育、分级等由学生选择其中一项的课程' }),
    gradeMajorNum: field.integer('适用年级专业', [0, 9999], { readOnly: true, list: 110 }),
  },
  order: [{ by: 'term' }, { by: 'planName' }],
  scope: { DW: 'openDepartmentId' },
  unique: [{ fields: ['planName'], message: '计划名称已存在' }],
  note: '修改后，尚未开课的年级专业执行计划随之修改。',
  empty: '还没有公共课计划。新增后，把它分配给适用的年级专业。',
});
