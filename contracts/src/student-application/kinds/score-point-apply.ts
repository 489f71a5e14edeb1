import { field } from '../../kernel/resource-field.ts';
import { defineStudentApplication } from '../student-application-kind.ts';

/** What an award is turned into: points for a course, or credits outside classes. */
export const pointType = { course: '1', innovation: '2' } as const;

/** SCORE-MORE-36 成绩加分申请 (CJJFSQ): an award adds to the score of a course, or earns innovation credits. */
export const scorePointApply = defineStudentApplication({
  group: 'scorePointApply',
  verb: '申请加分',
  subject: '获奖项目',
  fields: {
    pointType: field.choice(
      '加分类型',
      { [pointType.course]: '课程加分', [pointType.innovation]: '创新学分' },
      { required: true, initial: pointType.course },
    ),
    projectCategoryId: field.text('项目类别', 64, {}),
    projectName: field.text('项目名称', 60, { required: true }),
    awardLevel: field.dictionary('获奖级别', 'XJ_JLJB', {}),
    obtainDate: field.date('获得日期', { required: true }),
    courseId: field.text('加分课程', 64, { hint: '课程加分时必填，加在该课程的有效成绩上' }),
    point: field.tenths('分值或学分', [0.1, 10], { required: true, hint: '课程加分不超过 10 分，加分后不超过 100 分' }),
  },
  offered: ['courseId'],
  files: { businessTable: 'T_CJGL_JFSQ', required: true, note: '获奖证书等证明材料' },
  timeType: '5',
  revoking: '加在课程成绩上的分数将减去，创新学分将取消。',
});
