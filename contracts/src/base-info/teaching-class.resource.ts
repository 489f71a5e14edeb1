import { field } from '../kernel/resource-field.ts';
import { defineResource } from '../kernel/resource.ts';

/** 教学班: what is taught in a semester, under its unit. Teachers and roster are rows of their own. */
export const teachingClass = defineResource({
  name: 'teachingClass',
  service: 'openCourse',
  table: 'teaching_class',
  key: 'teachingClassId',
  called: 'teachingClassName',
  fields: {
    semesterId: field.reference('学年学期', 'semester', { required: true, fixed: true, search: true, list: 190 }),
    teachingClassCode: field.text('教学班号', 60, { required: true, search: true, list: 200 }),
    teachingClassName: field.text('教学班名称', 60, { required: true, search: true, list: 'auto' }),
    courseId: field.reference('课程', 'course', { required: true, search: true, list: 150 }),
    openDepartmentId: field.reference('开课单位', 'department', { required: true, search: true, list: 150 }),
    schoolZone: field.reference('上课校区', 'campus', { required: true, search: true, list: 100, column: 'xqdm' }),
    scoreTemplateId: field.reference('成绩模板', 'scoreTemplate', { empty: '按录入时间的默认模板' }),
    scoreHierarchyCode: field.reference('成绩等级制', 'scoreHierarchy', { required: true, initial: 'bfz' }),
  },
  order: [{ by: 'semesterId', descending: true }, { by: 'teachingClassCode' }],
  scope: { DW: 'openDepartmentId', XQ: 'schoolZone' },
  unique: [{ fields: ['teachingClassCode'], message: '教学班号已存在' }],
  empty: '还没有教学班。请先建立课程和学年学期。',
});

const ofClass = { readOnly: true, follows: 'teachingClassId', looked: true } as const;
const inClass = { required: true, fixed: true, search: true, list: 'auto' } as const;

/** Teachers of a class, with what each teaches of it (PICKERS-104); the first one types its scores. */
export const teachingClassTeacher = defineResource({
  name: 'teachingClassTeacher',
  service: 'openCourse',
  table: 'teaching_class_teacher',
  key: 'teacherPlanId',
  keyOf: ['teachingClassId', 'teacherCode'],
  called: 'teachingClassId',
  fields: {
    teachingClassId: field.reference('教学班', 'teachingClass', inClass),
    teachingClassCode: field.text('教学班号', 60, { ...ofClass, search: true, list: 210 }),
    openDepartmentId: field.reference('开课单位', 'department', { ...ofClass, search: true, list: 160 }),
    teacherCode: field.reference('教师', 'teacher', {
      required: true,
      fixed: true,
      search: true,
      list: 140,
      column: 'gh',
      shownAs: 'teacherName',
    }),
    teacherNumber: field.text('工号', 20, {
      readOnly: true,
      follows: 'teacherCode',
      looked: true,
      search: true,
      list: 110,
      column: 'ywbm',
    }),
    sortNum: field.integer('排序号', [1, 99], { required: true, initial: 1, list: 90 }),
    hourType: field.dictionary('学时类型', 'XTGL_XSLX', { list: 110, shownAs: 'hourName' }),
    hour: field.tenths('学时', [0, 9999], { list: 80 }),
    startEndWeek: field.formatted('起止周', 'weeks', 60, { list: 120 }),
  },
  order: [{ by: 'teachingClassId' }, { by: 'sortNum' }],
  scope: { DW: 'openDepartmentId' },
  note: '多名教师共同任课时，每名教师都要有学时和起止周，学时之和不超过课程的总学时。',
});

/** Who is in a class (名单). */
export const teachingClassStudent = defineResource({
  name: 'teachingClassStudent',
  service: 'openCourse',
  table: 'teaching_class_student',
  key: 'rosterId',
  keyOf: ['teachingClassId', 'studentCode'],
  called: 'studentCode',
  fields: {
    teachingClassId: field.reference('教学班', 'teachingClass', inClass),
    teachingClassCode: field.text('教学班号', 60, { ...ofClass, search: true, list: 210 }),
    openDepartmentId: field.reference('开课单位', 'department', { ...ofClass, search: true, list: 160 }),
    studentCode: field.reference('学生', 'student', {
      required: true,
      fixed: true,
      search: true,
      list: 140,
      shownAs: 'studentName',
    }),
    studentNumber: field.text('学号', 20, {
      readOnly: true,
      follows: 'studentCode',
      looked: true,
      search: true,
      list: 120,
    }),
    listSource: field.text('名单来源', 20, { required: true, initial: '手工', list: 120 }),
  },
  order: [{ by: 'teachingClassId' }, { by: 'studentCode' }],
  listedBy: ['teachingClassId', 'studentCode'],
  scope: { DW: 'openDepartmentId' },
});
