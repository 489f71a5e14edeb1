import { field } from '../../kernel/resource-field.ts';
import { defineResource } from '../../kernel/resource.ts';
import { ofStudent, studentFields, studentScope } from '../../kernel/student-fields.ts';
import { remarkCodes, remarkName, valueOfRemark } from '../score-remark.rules.ts';
import { examNature, scoreRemark, scoreRemarks, type ScoreRemarkCode } from '../score.vocabulary.ts';

/** Whether an old score counts already. */
export const historicalStatus = { awaiting: '0', entered: '1' } as const;

/** Remarks without a score say nothing of the past. */
const remarkNames = Object.fromEntries(
  remarkCodes.filter((code) => scoreRemarks[code].final !== 'none').map((code) => [code, remarkName(code)]),
) as Record<ScoreRemarkCode, string>;

/**
 * SCORE-MORE-34 历史成绩: scores from before this system, brought in from files with where they come from. They count
 * from the moment in which a second person confirms them; until then they are rows that may be corrected.
 */
export const scoreImport = defineResource({
  name: 'scoreImport',
  service: 'score',
  table: 'historical_score',
  key: 'historicalScoreId',
  called: 'studentCode',
  fields: {
    studentCode: field.reference('学生', 'student', {
      required: true,
      fixed: true,
      search: true,
      list: 90,
      shownAs: 'studentName',
    }),
    studentNumber: field.text('学号', 20, { ...ofStudent, search: true, list: 104 }),
    ...studentFields,
    courseId: field.reference('课程', 'course', { required: true, search: true, list: 130 }),
    semesterId: field.reference('学年学期', 'semester', { required: true, search: true, list: 176 }),
    examNature: field.dictionary('考试性质', 'XTGL_KSXZ', {
      required: true,
      initial: examNature.regular,
    }),
    scoreValue: field.text('成绩', 10, { list: 60, hint: '0 至 100 的分数，或等级名称，如“良好”' }),
    scoreRemarkCode: field.choice('备注', remarkNames, { required: true, initial: scoreRemark.normal }),
    credit: field.tenths('学分', [0, 99], { hint: '与课程现在的学分不同时填写' }),
    sourceNote: field.text('出处', 80, {
      required: true,
      list: 'auto',
      hint: '成绩的来源，如“旧教务系统 2019 年导出”、档案馆卷号',
    }),
    enterStatus: field.choice(
      '状态',
      { [historicalStatus.awaiting]: '待核准', [historicalStatus.entered]: '已入账' },
      { readOnly: true, search: true, list: 90 },
    ),
  },
  order: [{ by: 'semesterId', descending: true }, { by: 'studentCode' }, { by: 'courseId' }],
  scope: studentScope,
  unique: [
    {
      fields: ['studentCode', 'courseId', 'semesterId', 'examNature'],
      message: '该学生已有这门课程、学期和考试性质的历史成绩',
    },
  ],
  check: ({ scoreRemarkCode, scoreValue }) => {
    const fixed = valueOfRemark(scoreRemarkCode);
    if (fixed === null) return scoreValue === null ? [{ field: 'scoreValue', message: '必填' }] : [];
    const meant = String(fixed / 100);
    return scoreValue === null || Number(scoreValue) === fixed / 100
      ? []
      : [{ field: 'scoreValue', message: `备注为${remarkName(scoreRemarkCode)}时成绩为 ${meant}，可不填` }];
  },
  note: '由另一人核准入账后计入学分、绩点和成绩单；已入账的须先撤销入账，才能修改和删除。',
  empty: '还没有历史成绩。从旧系统导出后在这里导入，核准后入账。',
});
