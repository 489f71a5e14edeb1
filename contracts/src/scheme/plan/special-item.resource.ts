import { NO_SCORE } from '../../score/score.vocabulary.ts';
import { field } from '../../kernel/resource-field.ts';
import { defineResource } from '../../kernel/resource.ts';

const ofItem = { readOnly: true, follows: 'specialItemId' } as const;
const ofStudent = { readOnly: true, follows: 'studentCode', looked: true } as const;

/** Kinds of items. */
export const specialItemTypes = { '1': '体育', '2': '分级', '3': '艺术', '9': '其他' } as const;

/** SCHEME-34 专项: an item of a course of which students take one (体育 篮球/足球, 英语 A/B 级). */
export const specialItem = defineResource({
  name: 'specialItem',
  service: 'scheme',
  table: 'special_item',
  key: 'specialItemId',
  called: 'itemName',
  fields: {
    semesterId: field.reference('学年学期', 'semester', { required: true, fixed: true, search: true, list: 190 }),
    courseId: field.reference('课程', 'course', { required: true, fixed: true, search: true, list: 180 }),
    openDepartmentId: field.reference('开课单位', 'department', {
      readOnly: true,
      follows: 'courseId',
      search: true,
      list: 150,
      column: 'kkxy',
    }),
    itemName: field.text('专项名称', 40, { required: true, search: true, list: 'auto' }),
    itemType: field.choice('专项类型', specialItemTypes, { required: true, search: true, list: 100 }),
    capacity: field.integer('容量', [1, 9999], { list: 80, empty: '不限' }),
    studentNum: field.integer('人数', [0, 9999], { readOnly: true, list: 70 }),
    sexLimit: field.dictionary('性别限制', 'XTGL_XB', { list: 100, empty: '不限' }),
    minScore: field.tenths('分级分数线', [0, 1000], {
      list: 110,
      empty: '不按成绩',
      hint: '分级导入时，成绩不低于此线且未到更高一级的学生进入本级',
    }),
    selfChoose: field.yesNo('学生自选', { list: 90, hint: '学生可以在首页自己选择' }),
  },
  order: [{ by: 'semesterId', descending: true }, { by: 'courseId' }, { by: 'itemName' }],
  scope: { DW: 'openDepartmentId' },
  unique: [{ fields: ['itemName', 'semesterId', 'courseId'], message: '该课程本学期已有同名的专项' }],
  importKey: ['semesterId', 'courseId', 'itemName'],
  note: '一名学生在一门课程的一个学期只有一个专项。',
  empty: '还没有专项。',
});

/** SCHEME-34 专项学生: which item a student takes. */
export const specialItemStudent = defineResource({
  name: 'specialItemStudent',
  service: 'scheme',
  table: 'special_item_student',
  key: 'itemStudentId',
  keyOf: ['specialItemId', 'studentCode'],
  called: 'studentCode',
  fields: {
    specialItemId: field.reference('专项', 'specialItem', { required: true, fixed: true, search: true, list: 'auto' }),
    semesterId: field.reference('学年学期', 'semester', { ...ofItem, search: true, list: 190 }),
    courseId: field.reference('课程', 'course', { ...ofItem, search: true, list: 180 }),
    openDepartmentId: field.reference('开课单位', 'department', {
      ...ofItem,
      looked: true,
      search: true,
      list: 150,
      column: 'kkxy',
    }),
    studentCode: field.reference('学生', 'student', {
      required: true,
      fixed: true,
      search: true,
      list: 120,
      shownAs: 'studentName',
    }),
    studentNumber: field.text('学号', 20, { ...ofStudent, search: true, list: 120 }),
    itemSource: field.text('来源', 20, { required: true, initial: '手工', list: 100 }),
    placementScore: field.tenths('分级成绩', [0, 1000], { list: 90, empty: NO_SCORE }),
    itemGroupId: field.reference('专项分组', 'specialItemGroup', {
      readOnly: true,
      search: true,
      list: 110,
      empty: '未分组',
    }),
  },
  order: [{ by: 'specialItemId' }, { by: 'studentCode' }],
  scope: { DW: 'openDepartmentId' },
  unique: [{ fields: ['studentCode', 'courseId', 'semesterId'], message: '该学生本学期在这门课程已有专项' }],
  empty: '还没有学生。',
});
