import { field } from '../../kernel/resource-field.ts';
import { defineStudentApplication } from '../student-application-kind.ts';

/** Who pays what a row of the budget says. */
const paidBy = { school: '1', unit: '2', partner: '3', own: '4' } as const;
/** In words. */
export const paidByNames = {
  [paidBy.school]: '学校',
  [paidBy.unit]: '院系',
  [paidBy.partner]: '对方学校',
  [paidBy.own]: '自筹',
} as const;
const MAX_FEE = 9_999_999.99;

/** SCORE-MORE-45 交换生申请 (JHSSQ): to study at another school for some semesters. */
export const exchangeStudentApply = defineStudentApplication({
  group: 'exchangeStudentApply',
  verb: '申请交换学习',
  subject: '交换学校',
  fields: {
    partnerSchool: field.text('对方学校', 80, { required: true }),
    projectName: field.text('项目', 60, {}),
    projectCategoryId: field.text('项目类别', 64, { hint: '填写经费预算时必选，费用类别随项目类别' }),
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
    budget: field.rows(
      '经费预算',
      {
        expenseCategoryCode: field.reference('费用类别', 'expenseCategory', { required: true, list: 140 }),
        payAmountFee: field.decimal('金额（元）', [0.01, MAX_FEE], { required: true, list: 100 }),
        payDate: field.date('预计支付日期', { list: 120 }),
        paidBy: field.choice('经费来源', paidByNames, { required: true, initial: paidBy.own, list: 90 }),
        gh: field.reference('经办教师', 'teacher', { list: 110, shownAs: 'xm' }),
        remark: field.text('说明', 60, {}),
      },
      { length: [0, 30], sum: 'payAmountFee' },
    ),
  },
  offered: [],
  files: { businessTable: 'T_CJGL_JHSSQ', required: false, note: '录取通知、邀请函等' },
  timeType: null,
  revoking: '交换生记录将取消，学生须按原安排在校学习。',
});
