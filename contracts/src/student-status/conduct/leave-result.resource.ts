import { field } from '../../kernel/resource-field.ts';
import { defineResource } from '../../kernel/resource.ts';
import { ofStudent, studentFields, studentScope } from '../../kernel/student-fields.ts';
import { leaveStatusNames, leaveTypeNames, rowSourceNames } from './conduct.vocabulary.ts';

/** What a leave is, as a student asks for it and a row keeps it. */
export const leaveFields = {
  leaveType: field.choice('请假类型', leaveTypeNames, { required: true, search: true, list: 96 }),
  beginTime: field.time('开始时间', { required: true, list: 160 }),
  endTime: field.time('结束时间', { required: true, list: 160 }),
  leaveReason: field.area('请假事由', 200, { required: true }),
};

/** What is wrong with the times of a leave. */
export const leaveTimeProblems = ({ beginTime, endTime }: { readonly beginTime: string; readonly endTime: string }) =>
  endTime <= beginTime ? [{ field: 'endTime', message: '结束时间应晚于开始时间' }] : [];

/** STUDENT-STATUS-35 请假结果: leave that was granted, until the student is back. */
export const leaveResult = defineResource({
  name: 'leaveResult',
  service: 'studentStatus',
  table: 'leave_result',
  key: 'leaveResultId',
  called: 'studentCode',
  fields: {
    studentCode: field.reference('学生', 'student', {
      required: true,
      fixed: true,
      search: true,
      list: 84,
      shownAs: 'studentName',
    }),
    studentNumber: field.text('学号', 20, { ...ofStudent, search: true, list: 112 }),
    ...studentFields,
    ...leaveFields,
    days: field.tenths('天数', [0.5, 999], { readOnly: true, list: 60 }),
    affectClasses: field.text('影响课程', 2000, { readOnly: true }),
    backTime: field.time('销假时间', { readOnly: true }),
    leaveStatus: field.choice('状态', leaveStatusNames, { readOnly: true, search: true, list: 96, state: true }),
    rowSource: field.choice('来源', rowSourceNames, { readOnly: true }),
  },
  order: [{ by: 'beginTime', descending: true }, { by: 'studentCode' }],
  scope: studentScope,
  unique: [{ fields: ['studentCode', 'beginTime'], message: '该学生在这个时间已有请假' }],
  check: leaveTimeProblems,
  note: '请假申请通过后自动登记在这里；天数按半天计算，返校后由辅导员或院系销假。',
  empty: '还没有请假。',
});
