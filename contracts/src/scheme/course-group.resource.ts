import { field } from '../kernel/resource-field.ts';
import { defineResource } from '../kernel/resource.ts';

/** How much of a group a student takes. */
export const groupType = { credits: '1', courses: '2', all: '3' } as const;

/** SCHEME-40 课组: courses that schemes quote together. */
export const courseGroup = defineResource({
  name: 'courseGroupManagement',
  service: 'scheme',
  table: 'course_group',
  key: 'courseGroupId',
  called: 'courseGroupName',
  fields: {
    courseGroupName: field.text('课组名称', 60, { required: true, search: true, list: 'auto' }),
    departmentId: field.reference('所属院系', 'department', { required: true, search: true, list: 180 }),
    groupType: field.choice(
      '修读方式',
      { [groupType.credits]: '限选学分', [groupType.courses]: '限选门数', [groupType.all]: '全部修读' },
      { required: true, search: true, list: 110 },
    ),
    minCredit: field.tenths('最低学分', [0, 999.9], { list: 90, hint: '限选学分时必填' }),
    minCourseNum: field.integer('最低门数', [0, 99], { list: 90, hint: '限选门数时必填' }),
    courseNature: field.dictionary('课程性质', 'XTGL_KCXZDMJ', { list: 130 }),
    sfqy: field.enabled(),
  },
  order: [{ by: 'departmentId' }, { by: 'courseGroupName' }],
  scope: { DW: 'departmentId' },
  unique: [{ fields: ['courseGroupName'], message: '课组名称已存在' }],
  check: (values) => [
    ...(values.groupType === groupType.credits && values.minCredit === null
      ? [{ field: 'minCredit', message: '请填写最低学分' }]
      : []),
    ...(values.groupType === groupType.courses && values.minCourseNum === null
      ? [{ field: 'minCourseNum', message: '请填写最低门数' }]
      : []),
  ],
  empty: '还没有课组。',
});

const ofGroup = { readOnly: true, follows: 'courseGroupId', looked: true } as const;
const ofCourse = { readOnly: true, follows: 'courseId', looked: true } as const;
const inGroup = { required: true, fixed: true, search: true, list: 200 } as const;

/** SCHEME-41 课组课程. */
export const courseGroupDetail = defineResource({
  name: 'courseGroupDetail',
  service: 'scheme',
  table: 'course_group_detail',
  key: 'detailId',
  keyOf: ['courseGroupId', 'courseId'],
  called: 'courseId',
  fields: {
    courseGroupId: field.reference('课组', 'courseGroup', inGroup),
    departmentId: field.reference('所属院系', 'department', { ...ofGroup, search: true }),
    courseId: field.reference('课程', 'course', { required: true, fixed: true, search: true, list: 'auto' }),
    courseBusinessCode: field.text('课程编号', 30, { ...ofCourse, search: true, list: 120, column: 'ywbm' }),
    courseCredit: field.tenths('学分', [0, 100], { ...ofCourse, list: 70, column: 'xf' }),
    openDepartmentId: field.reference('开课单位', 'department', { ...ofCourse, list: 150, column: 'kkxy' }),
    term: field.integer('建议学期', [1, 12], { list: 90, hint: '从入学起的第几个学期' }),
    sortNum: field.integer('排序号', [1, 999], { required: true, initial: 1, list: 80 }),
  },
  order: [{ by: 'courseGroupId' }, { by: 'sortNum' }],
  scope: { DW: 'departmentId' },
  empty: '还没有课程。请先建立课组。',
});

/** SCHEME-42 课组学时: hours by type that the courses of a group have together. */
export const courseGroupHours = defineResource({
  name: 'courseGroupHours',
  service: 'scheme',
  table: 'course_group_hours',
  key: 'groupHoursId',
  called: 'courseGroupId',
  fields: {
    courseGroupId: field.reference('课组', 'courseGroup', { ...inGroup, list: 'auto' }),
    departmentId: field.reference('所属院系', 'department', { ...ofGroup, search: true, list: 180 }),
    xsbh: field.dictionary('学时类型', 'XTGL_XSLX', { required: true, list: 120, shownAs: 'xsmc' }),
    xs: field.tenths('学时', [0, 9999], { required: true, list: 90 }),
    term: field.integer('学期', [1, 12], { list: 90, empty: '不分学期' }),
  },
  order: [{ by: 'courseGroupId' }, { by: 'term' }, { by: 'xsbh' }],
  scope: { DW: 'departmentId' },
  unique: [{ fields: ['xsbh', 'courseGroupId', 'term'], message: '该课组已有这一学时类型' }],
  empty: '还没有学时。请先建立课组。',
});

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
    ownerKey: field.text('所属编号', 64, {
      required: true,
      fixed: true,
      search: true,
      list: 'auto',
      hint: '执行计划和课组为“年级专业代码/课程号”或“课组编号/课程号”',
    }),
    departmentId: field.reference('院系', 'department', { readOnly: true, search: true, list: 160 }),
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
  empty: '还没有学时要求。',
});
