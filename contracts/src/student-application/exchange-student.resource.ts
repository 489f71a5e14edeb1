import { field } from '../kernel/resource-field.ts';
import { defineResource } from '../kernel/resource.ts';
import { ofStudent, studentFields, studentScope } from '../kernel/student-fields.ts';

/** Where an exchange goes: our student elsewhere, or somebody else's here. */
export const exchangeDirection = { outgoing: '1', incoming: '2' } as const;
export const exchangeStatus = { planned: '0', under: '1', ended: '2', cancelled: '3' } as const;

/** SCORE-MORE-44 交换生: who studies at another school for a time, or comes from one. */
export const exchangeStudent = defineResource({
  name: 'exchangeStudent',
  service: 'score',
  table: 'exchange_student',
  key: 'exchangeStudentId',
  called: 'studentCode',
  fields: {
    studentCode: field.reference('学生', 'student', {
      required: true,
      fixed: true,
      search: true,
      list: 90,
      shownAs: 'studentName',
    }),
    studentNumber: field.text('学号', 20, { ...ofStudent, search: true, list: 120 }),
    ...studentFields,
    direction: field.choice(
      '方向',
      { [exchangeDirection.outgoing]: '派出', [exchangeDirection.incoming]: '接收' },
      { required: true, search: true, list: 76, initial: exchangeDirection.outgoing },
    ),
    partnerSchool: field.text('对方学校', 80, { required: true, search: true, list: 'auto' }),
    country: field.text('国家或地区', 30, {}),
    projectName: field.text('项目', 60, { list: 130 }),
    beginDate: field.date('开始日期', { required: true, list: 110 }),
    endDate: field.date('结束日期', { required: true, list: 110 }),
    exchangeStatus: field.choice(
      '状态',
      {
        [exchangeStatus.planned]: '待出发',
        [exchangeStatus.under]: '进行中',
        [exchangeStatus.ended]: '已结束',
        [exchangeStatus.cancelled]: '已取消',
      },
      { required: true, search: true, list: 90, initial: exchangeStatus.planned },
    ),
  },
  order: [{ by: 'beginDate', descending: true }, { by: 'studentCode' }],
  scope: studentScope,
  unique: [{ fields: ['studentCode', 'partnerSchool', 'beginDate'], message: '该学生已有这次交换' }],
  check: ({ beginDate, endDate }) =>
    endDate < beginDate ? [{ field: 'endDate', message: '结束日期不应早于开始日期' }] : [],
  note: '交换生申请通过后自动登记在这里；对方学校的成绩按“校外成绩认定”办理。',
  empty: '还没有交换生。',
});
