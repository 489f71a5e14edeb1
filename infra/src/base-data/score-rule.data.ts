/**
 * Grade systems with their bands (domain-model-score §3) and the score templates every school starts with
 * (SCORE-MORE-20).
 */

export const scoreHierarchies = [
  { scoreHierarchyCode: 'bfz', scoreHierarchyName: '百分制' },
  { scoreHierarchyCode: 'wjz', scoreHierarchyName: '五级制' },
  { scoreHierarchyCode: 'ejz', scoreHierarchyName: '二级制' },
];

const band = (
  scoreHierarchyCode: string,
  sortNum: number,
  scoreValueName: string,
  min: number,
  max: number,
  percentile: number,
) => ({
  scoreHierarchyCode,
  scoreValueCode: String(sortNum),
  scoreValueName,
  sortNum,
  scorePercentileMinValue: min,
  scorePercentileMaxValue: max,
  scorePercentileValue: percentile,
  passSign: min >= 6000 ? '1' : '0',
});

/** Ends and percentiles in hundredths, both ends inside. */
export const scoreValues = [
  band('wjz', 1, '优秀', 9000, 10000, 9500),
  band('wjz', 2, '良好', 8000, 8999, 8500),
  band('wjz', 3, '中等', 7000, 7999, 7500),
  band('wjz', 4, '及格', 6000, 6999, 6500),
  band('wjz', 5, '不及格', 0, 5999, 0),
  band('ejz', 1, '合格', 6000, 10000, 8000),
  band('ejz', 2, '不合格', 0, 5999, 0),
];

const item = (
  dataKey: string,
  scoreSubItemName: string,
  scoreSubItemProportion: number,
  isExamItem: boolean,
  hierarchy = 'bfz',
) => ({
  dataKey,
  scoreSubItemName,
  scoreSubItemProportion,
  isExamItem,
  enable: 'true',
  scoreHierarchyCode: hierarchy,
  type: hierarchy === 'bfz' ? 'number' : 'select',
});

export const scoreTemplates = [
  {
    scoreTemplateId: 'T4060',
    scoreTemplateName: '平时40%+期末60%',
    scoreHierarchyCode: 'bfz',
    digit: 2,
    isDefault: '1',
    teacherAdjust: '1',
    items: [
      { ...item('ps', '平时成绩', 40, false), min: 30, max: 50 },
      { ...item('qm', '期末成绩', 60, true), min: 50, max: 70 },
    ],
  },
  {
    scoreTemplateId: 'T302050',
    scoreTemplateName: '平时30%+期中20%+期末50%',
    scoreHierarchyCode: 'bfz',
    digit: 2,
    isDefault: '0',
    items: [item('ps', '平时成绩', 30, false), item('qz', '期中成绩', 20, false), item('qm', '期末成绩', 50, true)],
  },
  {
    scoreTemplateId: 'TSY',
    scoreTemplateName: '平时20%+实验30%+期末50%',
    scoreHierarchyCode: 'bfz',
    digit: 2,
    isDefault: '0',
    items: [item('ps', '平时成绩', 20, false), item('sy', '实验成绩', 30, false), item('qm', '期末成绩', 50, true)],
  },
  {
    scoreTemplateId: 'TTY',
    scoreTemplateName: '体育：考勤30%+技能70%（五级制）',
    scoreHierarchyCode: 'wjz',
    digit: 0,
    isDefault: '0',
    items: [item('kq', '考勤成绩', 30, false), item('jn', '技能成绩', 70, true)],
  },
  {
    scoreTemplateId: 'TSJ',
    scoreTemplateName: '实践100%',
    scoreHierarchyCode: 'bfz',
    digit: 2,
    isDefault: '0',
    items: [item('sj', '实践成绩', 100, true)],
  },
  {
    scoreTemplateId: 'TLW',
    scoreTemplateName: '论文100%（五级制等级）',
    scoreHierarchyCode: 'wjz',
    digit: 0,
    isDefault: '0',
    items: [item('lw', '论文等级', 100, true, 'wjz')],
  },
];

/**
 * Rules by which attempts become effective scores, credits and grade points (domain-model-score §4): the 4.0 system for
 * everybody; a school publishes its own versions.
 */
export const scoreRules = [
  {
    scoreRulesId: 'GZ2020',
    ruleVersion: '2020-1',
    ruleName: '本科成绩与绩点规则（4.0制）',
    grades: [],
    studentTypes: [],
    passMark: 6000,
    effectiveRule: 'ZGF',
    gpaRule: 'GPA40',
    makeupPoint: 100,
    countFailed: '1',
    judgeRounded: '0',
    gpaAttributes: ['1', '2', '6', '7'],
    gpaWithoutNatures: ['08'],
    publishStatus: '1',
  },
];

/** Coefficients that many schools use (SCORE-MORE-19), off: a make-up that is passed keeps four fifths of its point. */
export const scoreCoefficients = ['11', '12'].map((examNature) => ({
  coefficientId: `BK${examNature}`,
  examNature,
  coefficient: 80,
  sfqy: '0',
}));

/** Reasons to sit an exam later that every school starts with (SCORE-MORE-17). */
export const deferredReasons = [
  { deferredReasonCode: '1', deferredReasonName: '疾病', needFile: '1', allowAfterExam: '1', sortNum: 1 },
  { deferredReasonCode: '2', deferredReasonName: '考试冲突', needFile: '0', allowAfterExam: '0', sortNum: 2 },
  { deferredReasonCode: '3', deferredReasonName: '公派参赛', needFile: '1', allowAfterExam: '0', sortNum: 3 },
  { deferredReasonCode: '4', deferredReasonName: '家庭变故', needFile: '0', allowAfterExam: '0', sortNum: 4 },
  { deferredReasonCode: '5', deferredReasonName: '其他', needFile: '1', allowAfterExam: '0', sortNum: 5 },
] as const;
