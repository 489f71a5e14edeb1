import { field } from '../../kernel/resource-field.ts';
import { defineStudentApplication } from '../student-application-kind.ts';

/** SCORE-MORE-39 成绩注销 (CJZX): a score of a student counts no more, and stays in the history. */
export const scoreCancelRecord = defineStudentApplication({
  group: 'scoreCancelRecord',
  verb: '申请注销成绩',
  subject: '成绩',
  fields: {
    attemptId: field.text('注销的成绩', 200, { required: true }),
    cancelReason: field.area('注销原因', 200, { required: true }),
  },
  offered: ['attemptId'],
  files: { businessTable: 'T_CJGL_CJZX', required: false, note: '处理决定、情况说明等' },
  timeType: null,
  revoking: '该成绩将恢复，重新计入学分、绩点和成绩单。',
});
