import { field } from '../../kernel/resource-field.ts';
import { defineResource } from '../../kernel/resource.ts';
import { ofStudent, studentFields, studentScope } from '../../kernel/student-fields.ts';
import { yesNo } from '../../kernel/yes-no.ts';

const studentCode = field.reference('学生', 'student', {
  required: true,
  fixed: true,
  search: true,
  list: 100,
  shownAs: 'studentName',
});
const studentNumber = field.text('学号', 20, { ...ofStudent, search: true, list: 120 });

/** How a guardian is reached. */
export const notifyWays = { '1': '短信', '2': '信函', '3': '电话' } as const;

/** STUDENT-STATUS-06 家庭成员. */
export const studentFamily = defineResource({
  name: 'studentFamily',
  service: 'studentStatus',
  table: 'student_family',
  key: 'familyId',
  called: 'memberName',
  fields: {
    studentCode,
    studentNumber,
    ...studentFields,
    memberName: field.text('成员姓名', 60, { required: true, search: true, list: 110 }),
    relation: field.dictionary('关系', 'XTGL_JTGX', { required: true, search: true, list: 100 }),
    politicalCode: field.dictionary('政治面貌', 'XTGL_ZZMM', { list: 110 }),
    workUnit: field.text('工作单位', 80, { list: 'auto' }),
    duty: field.text('职务', 40, { list: 110 }),
    phone: field.formatted('联系电话', 'phone', 20, { personal: 'phone' }),
    isGuardian: field.yesNo('监护人', { search: true, list: 90, hint: '监护人会收到学籍预警等通知' }),
  },
  order: [{ by: 'studentCode' }, { by: 'memberName' }],
  scope: studentScope,
  unique: [{ fields: ['memberName', 'studentCode'], message: '该学生已有这位家庭成员' }],
  importKey: ['studentCode', 'memberName'],
  check: ({ isGuardian, phone }) =>
    isGuardian === yesNo.yes && phone === null ? [{ field: 'phone', message: '监护人应填写联系电话' }] : [],
  empty: '还没有家庭成员。',
});

/** STUDENT-STATUS-34 监护人: the family members who are told of warnings, and how. */
export const guardian = defineResource({
  name: 'guardian',
  loggedAs: 'studentFamily',
  service: 'studentStatus',
  table: 'student_family',
  only: { is_guardian: yesNo.yes },
  key: 'familyId',
  called: 'guardianName',
  fields: {
    studentCode,
    studentNumber,
    ...studentFields,
    guardianName: field.text('监护人姓名', 60, { required: true, search: true, list: 110, column: 'member_name' }),
    relation: field.dictionary('关系', 'XTGL_JTGX', { required: true, search: true, list: 100 }),
    phone: field.formatted('联系电话', 'phone', 20, { required: true, personal: 'phone' }),
    address: field.text('通讯地址', 120, { personal: 'address' }),
    notifyWay: field.choice('通知方式', notifyWays, { list: 100, empty: '未设置' }),
    lastNotifyTime: field.time('最近通知时间', { readOnly: true, list: 165 }),
  },
  order: [{ by: 'studentCode' }, { by: 'guardianName' }],
  scope: studentScope,
  unique: [{ fields: ['guardianName', 'studentCode'], message: '该学生已有这位监护人' }],
  importKey: ['studentCode', 'guardianName'],
  note: '监护人也是家庭成员；只取消监护人身份的，请在家庭成员中修改。',
  empty: '还没有监护人。',
});
