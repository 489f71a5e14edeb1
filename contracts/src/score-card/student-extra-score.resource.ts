import { field } from '../kernel/resource-field.ts';
import { defineResource } from '../kernel/resource.ts';
import { ofStudent, studentFields, studentScope } from '../kernel/student-fields.ts';
import { yesNo } from '../kernel/yes-no.ts';
import { valueOfRemark } from '../score/score-remark.rules.ts';
import { scoreRemark, scoreRemarks, type ScoreRemarkCode } from '../score/score.vocabulary.ts';

const remarkNames = Object.fromEntries(Object.entries(scoreRemarks).map(([code, { name }]) => [code, name])) as Record<
  ScoreRemarkCode,
  string
>;

/**
 * SCORE-MORE-38 学生其他成绩: what a student earned outside classes, as military training, honours, innovation credits.
 * One that an application brought stays as it was decided.
 */
export const studentExtraScore = defineResource({
  name: 'studentExtraScore',
  service: 'score',
  table: 'student_extra_score',
  key: 'studentExtraScoreId',
  called: 'extraName',
  fields: {
    studentCode: field.reference('学生', 'student', {
      required: true,
      fixed: true,
      search: true,
      list: 90,
      shownAs: 'studentName',
    }),
    studentNumber: field.text('学号', 20, { ...ofStudent, search: true, list: 120 }),
    ...studentFields,
    semesterId: field.reference('学年学期', 'semester', { required: true, search: true, list: 190 }),
    extraName: field.text('名称', 60, { required: true, search: true, list: 'auto' }),
    courseId: field.reference('对应课程', 'course', { search: true }),
    credit: field.tenths('学分', [0, 99], { required: true, list: 70 }),
    scoreHierarchyCode: field.reference('等级制', 'scoreHierarchy', {
      empty: '按分数',
      hint: '选择后成绩显示为等级名称',
    }),
    scoreValue: field.decimal('成绩', [0, 100], { list: 80 }),
    scoreRemarkCode: field.choice('备注', remarkNames, { required: true, initial: scoreRemark.normal, list: 90 }),
    sourceType: field.dictionary('来源', 'CJ_CJLY', { readOnly: true, list: 80 }),
    inTranscript: field.yesNo('计入成绩单', { initial: yesNo.yes, list: 100 }),
  },
  order: [{ by: 'semesterId', descending: true }, { by: 'studentCode' }, { by: 'extraName' }],
  scope: studentScope,
  unique: [{ fields: ['studentCode', 'extraName', 'semesterId'], message: '该学生这个学期已有同名的成绩' }],
  check: ({ scoreRemarkCode, scoreValue }) => {
    const { name, final } = scoreRemarks[scoreRemarkCode];
    const fixed = valueOfRemark(scoreRemarkCode);
    const meant = fixed === null ? null : fixed / 100;
    if (final === 'computed' || (scoreValue === null ? null : Number(scoreValue)) === meant) return [];
    return [
      {
        field: 'scoreValue',
        message: meant === null ? `备注为${name}时没有成绩` : `备注为${name}时成绩为 ${String(meant)}`,
      },
    ];
  },
  note: '由申请产生的成绩不能在这里修改和删除。计入成绩单的，打印在成绩单的其他成绩中。',
  empty: '还没有教学班以外的成绩。',
});
