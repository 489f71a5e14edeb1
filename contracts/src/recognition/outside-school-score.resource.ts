import { field } from '../kernel/resource-field.ts';
import { defineResource } from '../kernel/resource.ts';
import { ofStudent, studentFields, studentScope } from '../kernel/student-fields.ts';
import { SCORE_SOURCE_DICTIONARY } from './recognition.vocabulary.ts';

/** Whether an application uses a score of another school. */
export const cognizanceStatus = { free: '0', asked: '1', recognised: '2' } as const;

/**
 * SCORE-MORE-31 校外成绩: what a student earned at another school. An application for recognition picks from them; one
 * that uses a score keeps it as it is until it gives it back.
 */
export const outsideSchoolScore = defineResource({
  name: 'outsideSchoolScore',
  service: 'score',
  table: 'outside_school_score',
  key: 'outSchoolScoreId',
  called: 'outCourseName',
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
    outSchoolName: field.text('校外学校', 80, { required: true, search: true, list: 'auto' }),
    outSchoolScoreType: field.dictionary('成绩来源', SCORE_SOURCE_DICTIONARY, {
      required: true,
      search: true,
      list: 120,
    }),
    outCourseName: field.text('原课程名称', 80, { required: true, search: true, list: 160 }),
    outCourseCode: field.text('课程编号', 30, { list: 100 }),
    outSemesterId: field.text('学期', 20, { list: 110 }),
    outCourseCredit: field.tenths('学分', [0, 99], { required: true, list: 70 }),
    outCoursePeriod: field.tenths('学时', [0, 9999], {}),
    outCourseNatureName: field.text('课程性质', 20, {}),
    outCourseAttributeName: field.text('课程属性', 20, {}),
    outScoreCognizanceFinalValue: field.text('成绩', 10, { required: true, list: 70 }),
    cognizanceStatus: field.choice(
      '认定',
      {
        [cognizanceStatus.free]: '未认定',
        [cognizanceStatus.asked]: '申请中',
        [cognizanceStatus.recognised]: '已认定',
      },
      { readOnly: true, search: true, list: 90 },
    ),
  },
  order: [{ by: 'studentCode' }, { by: 'outSemesterId' }, { by: 'outCourseName' }],
  scope: studentScope,
  unique: [
    {
      fields: ['studentCode', 'outSchoolName', 'outCourseName', 'outSemesterId'],
      message: '该学生已有这个学校、课程和学期的成绩',
    },
  ],
  note: '校外成绩认定的申请可以从这里选用；申请中和已认定的成绩不能修改和删除。',
  empty: '还没有校外成绩。',
});
