import { field } from '../../kernel/resource-field.ts';
import { rebuildMode, rebuildModeNames } from '../../makeup/rebuild-sign-up.vocabulary.ts';
import { defineStudentApplication } from '../student-application-kind.ts';

/**
 * SCORE-MORE-27 重修报名 (CXBM): to take a failed course again in the current semester. Passing it confirms the sign-up
 * (SCORE-MORE-09), taking it back makes it unconfirmed again (SCORE-MORE-10).
 */
export const rebuildSignUpResult = defineStudentApplication({
  group: 'rebuildSignUpResult',
  verb: '报名重修',
  subject: '课程',
  fields: {
    courseId: field.text('重修课程', 64, { required: true }),
    rebuildMode: field.choice('重修方式', rebuildModeNames, {
      required: true,
      initial: rebuildMode.own,
      hint: '组班：编入单独开设的重修班；跟班：随本学期的教学班学习和考核',
    }),
  },
  offered: ['courseId'],
  files: { businessTable: 'T_CJGL_CXBM', required: false, note: '需要说明的材料，没有可以不传' },
  timeType: '1',
  revoking: '报名随之取消，学生可以重新报名；已编班或已缴费的须先移出、登记退费。',
});
