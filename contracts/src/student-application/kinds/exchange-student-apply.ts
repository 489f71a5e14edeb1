import { field } from '../../kernel/resource-field.ts';
import { defineStudentApplication } from '../student-application-kind.ts';

/** SCORE-MORE-45 交换生申请 (JHSSQ): to study at another school for some semesters. */
export const exchangeStudentApply = defineStudentApplication({
  group: 'exchangeStudentApply',
  verb: '申请交换学习',
  subject: '交换学校',
  fields: {
    partnerSchool: field.text('对方学校', 80, { required: true }),
    projectName: field.text('项目', 60, {}),
    beginSemesterId: field.reference('开始学期', 'semester', { required: true }),
    endSemesterId: field.reference('结束学期', 'semester', { required: true }),
    studyPlan: field.rows(
      '学习计划',
      {
        outCourse: field.text('对方学校课程', 80, { required: true }),
        inCourse: field.text('拟认定的本校课程', 80, { required: true }),
      },
      { length: [0, 30] },
    ),
  },
  offered: [],
  files: { businessTable: 'T_CJGL_JHSSQ', required: false, note: '录取通知、邀请函等' },
  timeType: null,
  revoking: '交换生记录将取消，学生须按原安排在校学习。',
});
