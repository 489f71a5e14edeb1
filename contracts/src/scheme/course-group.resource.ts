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
