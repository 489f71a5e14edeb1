import { field } from '../kernel/resource-field.ts';
import { defineResource } from '../kernel/resource.ts';

/** Whose hours a requirement is about. */
export const hourOwner = { schemaCourse: '1', planCourse: '2', groupCourse: '3' } as const;

/** SCHEME-29 课程学时要求: hours by type of a course in a scheme, a plan or a group. */
export const courseHourRequire = defineResource({
  name: 'courseHourRequire',
  service: 'scheme',
  table: 'course_hour_require',
  key: 'hourRequireId',
  called: 'ownerKey',
  fields: {
    ownerType: field.choice(
      '所属',
      { [hourOwner.schemaCourse]: '方案课程', [hourOwner.planCourse]: '执行计划', [hourOwner.groupCourse]: '课组' },
      { required: true, fixed: true, search: true, list: 100, initial: hourOwner.planCourse },
    ),
    ownerKey: field.text('所属编号', 130, {
      required: true,
      fixed: true,
      search: true,
      list: 'auto',
      hint: '执行计划和课组为“年级专业代码/课程号”或“课组编号/课程号”',
    }),
    departmentId: field.reference('院系', 'department', {
      required: true,
      fixed: true,
      search: true,
      list: 160,
      hint: '年级专业或课组所属的院系',
    }),
    xsbh: field.dictionary('学时类型', 'XTGL_XSLX', { required: true, list: 110, shownAs: 'xsmc' }),
    xs: field.tenths('学时', [0, 9999], { required: true, list: 80 }),
    weekHours: field.tenths('周学时', [0, 99], { list: 80 }),
    weekNum: field.integer('周数', [1, 30], { list: 70 }),
    jslxm: field.dictionary('场地要求', 'XTGL_JSLXDMJ', { list: 120, shownAs: 'jslxmc' }),
    startEndWeek: field.formatted('起止周', 'weeks', 60, { list: 110 }),
  },
  order: [{ by: 'ownerType' }, { by: 'ownerKey' }, { by: 'xsbh' }],
  scope: { DW: 'departmentId' },
  unique: [{ fields: ['xsbh', 'ownerType', 'ownerKey'], message: '已有这一学时类型' }],
  importKey: ['ownerType', 'ownerKey', 'xsbh'],
  note: '同一课程各类型的学时之和不超过课程的总学时。方案课程的学时在专业方案中填写。',
  empty: '还没有学时要求。',
});
