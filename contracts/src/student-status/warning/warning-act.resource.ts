import { field } from '../../kernel/resource-field.ts';
import { defineResource } from '../../kernel/resource.ts';
import { ofStudent, studentFields, studentScope } from '../../kernel/student-fields.ts';
import {
  courseWarnReason,
  courseWarnReasonNames,
  courseWarnStatusNames,
  warningHandlingNames,
} from './warning.vocabulary.ts';

const student = {
  studentCode: field.reference('学生', 'student', {
    required: true,
    fixed: true,
    search: true,
    list: 90,
    shownAs: 'studentName',
  }),
  studentNumber: field.text('学号', 20, { ...ofStudent, search: true, list: 116 }),
  ...studentFields,
};
const ofClass = { readOnly: true, follows: 'teachingClassId' } as const;

/**
 * STUDENT-STATUS-28 课程预警: a teacher warns a student in a course during the semester. Teachers write those of their
 * own classes on a page of theirs; here units, the office and advisers follow them up.
 */
export const courseWarning = defineResource({
  name: 'courseWarning',
  service: 'studentStatus',
  table: 'course_warning',
  key: 'courseWarningId',
  called: 'studentCode',
  fields: {
    ...student,
    teachingClassId: field.reference('教学班', 'teachingClass', {
      required: true,
      fixed: true,
      search: true,
      list: 'auto',
      shownAs: 'teachingClassName',
    }),
    semesterId: field.reference('学年学期', 'semester', { ...ofClass, search: true }),
    courseId: field.reference('课程', 'course', ofClass),
    warnReason: field.choice('预警原因', courseWarnReasonNames, { required: true, search: true, list: 96 }),
    absentHours: field.integer('缺勤学时', [0, 999], { list: 80 }),
    warnText: field.area('说明', 200, {}),
    warnTime: field.time('预警时间', { readOnly: true, list: 160 }),
    teacherName: field.text('预警教师', 60, { readOnly: true, list: 84 }),
    handleStatus: field.choice('处理情况', courseWarnStatusNames, {
      required: true,
      search: true,
      list: 88,
      initial: '0',
    }),
  },
  order: [{ by: 'warnTime', descending: true }],
  scope: studentScope,
  unique: [
    { fields: ['studentCode', 'teachingClassId', 'warnReason'], message: '该学生在这个教学班已有同样原因的预警' },
  ],
  check: ({ warnReason, absentHours }) =>
    warnReason === courseWarnReason.absence && absentHours === null
      ? [{ field: 'absentHours', message: '请填写缺勤学时' }]
      : [],
  note: '缺勤达到课程学时三分之一的，建议在成绩录入时登记“取消考试资格”。',
  empty: '还没有课程预警。',
});

/** STUDENT-STATUS-31 预警处理记录: talks, letters, help, with attachments. */
export const warningRecord = defineResource({
  name: 'warningRecord',
  service: 'studentStatus',
  table: 'warning_record',
  key: 'recordId',
  called: 'studentCode',
  fields: {
    ...student,
    semesterId: field.reference('学年学期', 'semester', { required: true, fixed: true, search: true }),
    warningResultId: field.text('预警结果', 64, { readOnly: true }),
    warningText: field.text('预警', 60, { readOnly: true, list: 100 }),
    handleType: field.choice('处理方式', warningHandlingNames, { required: true, search: true, list: 96 }),
    handleTime: field.time('处理时间', { required: true, list: 160 }),
    handlerName: field.text('处理人', 60, { readOnly: true, list: 96 }),
    content: field.area('内容', 500, { required: true, list: 'auto' }),
  },
  order: [{ by: 'handleTime', descending: true }],
  scope: studentScope,
  unique: [
    { fields: ['studentCode', 'semesterId', 'handleType', 'handleTime'], message: '该学生同一时间已有同样的处理记录' },
  ],
  note: '记在该学生这个学期的学籍预警下；谈话记录表等可以作为附件上传。',
  empty: '还没有处理记录。',
});
