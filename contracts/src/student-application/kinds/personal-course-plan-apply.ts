import { field } from '../../kernel/resource-field.ts';
import { defineStudentApplication } from '../student-application-kind.ts';

/** SCHEME-43 个人课程计划 (GRKCJH): courses that a student chooses beside his plan. */
export const personalCoursePlanApply = defineStudentApplication({
  group: 'personalCoursePlanApply',
  verb: '申请自选课程',
  subject: '课程',
  fields: {
    courses: field.rows(
      '自选课程',
      {
        courseId: field.reference('课程', 'course', { required: true, list: 240 }),
        term: field.integer('学期', [1, 12], { required: true, list: 80 }),
      },
      { length: [1, 20] },
    ),
    reasonText: field.area('说明', 200, {}),
  },
  offered: [],
  files: { businessTable: 'T_PYFA_GRKCJH', required: false, note: '导师意见等' },
  timeType: null,
  revoking: '这些课程将从学生的个人课程计划中移出；已在教学班名单中的课程不能移出。',
});
