import { field } from '../../kernel/resource-field.ts';
import { defineStudentApplication } from '../student-application-kind.ts';

/** Why a course was missed. */
export const makeupLearnReasons = { '1': '转专业', '2': '复学降级', '3': '方案变更', '4': '漏修' } as const;

/** SCORE-MORE-41 补修 (BXSQ): to take a course of the plan that was missed, in a class of this semester (跟班). */
export const makeupLearn = defineStudentApplication({
  group: 'makeupLearn',
  verb: '申请补修',
  subject: '课程',
  fields: {
    followTeachingClassId: field.text('跟班教学班', 60, {
      required: true,
      hint: '培养计划中应在以前学期修读、还没有成绩的课程在本学期的教学班',
    }),
    reasonType: field.choice('补修原因', makeupLearnReasons, { required: true }),
    reasonText: field.area('说明', 200, {}),
  },
  offered: ['followTeachingClassId'],
  files: { businessTable: 'T_CJGL_BXSQ', required: false, note: '转专业、复学等证明材料' },
  timeType: '2',
  revoking: '学生将从跟班教学班的名单中移出。',
});
