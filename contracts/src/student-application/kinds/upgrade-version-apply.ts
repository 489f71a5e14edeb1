import { field } from '../../kernel/resource-field.ts';
import { defineStudentApplication } from '../student-application-kind.ts';

/** SCORE-MORE-43 课程升版申请 (KCSBSQ): the score of a course counts for the version that has replaced the course. */
export const upgradeVersionApply = defineStudentApplication({
  group: 'upgradeVersionApply',
  verb: '申请课程升版',
  subject: '课程',
  fields: {
    newCourseId: field.text('新课程', 30, {
      required: true,
      hint: '以已及格的课程为“升版前课程”的新课程；学分按新旧课程中较少的计',
    }),
    reasonText: field.area('说明', 200, {}),
  },
  offered: ['newCourseId'],
  files: { businessTable: 'T_CJGL_KCSBSQ', required: false, note: '新旧课程大纲等' },
  timeType: null,
  revoking: '新课程的成绩将撤销，原课程的成绩重新计入。',
});
