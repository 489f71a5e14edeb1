import { leaveFields } from '../../student-status/conduct/leave-result.resource.ts';
import { defineStudentApplication } from '../student-application-kind.ts';

/** STUDENT-STATUS-35 请假申请 (QJXJ): short leave is decided by the adviser of the class, longer leave by the unit too. */
export const leaveApply = defineStudentApplication({
  group: 'leaveApply',
  verb: '申请请假',
  subject: '请假',
  fields: leaveFields,
  offered: [],
  files: { businessTable: 'T_XJ_QJ', required: false, note: '病假请附诊断证明，公假请附通知' },
  timeType: null,
  revoking: '准假将撤销，学生须按原安排到课。',
});
