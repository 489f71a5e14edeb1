import { field } from '../../kernel/resource-field.ts';
import { defineResource } from '../../kernel/resource.ts';
import { ofStudent, studentFields, studentScope } from '../../kernel/student-fields.ts';
import { gradeLevelNames } from './conduct.vocabulary.ts';

/** STUDENT-STATUS-29 学生等次: how a student did in a school year, with the rank in the class. */
export const studentGrade = defineResource({
  name: 'studentGrade',
  service: 'studentStatus',
  table: 'student_grade',
  key: 'studentGradeId',
  called: 'studentCode',
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
    xnzj: field.formatted('学年', 'schoolYear', 9, { required: true, fixed: true, search: true, list: 100 }),
    gradeLevel: field.choice('等次', gradeLevelNames, { required: true, search: true, list: 80 }),
    moralScore: field.tenths('德育成绩', [0, 100], { list: 90 }),
    studyScore: field.tenths('学业成绩', [0, 100], {
      completed: true,
      list: 90,
      hint: '空时按该学年的平均学分绩点折算（绩点 × 20）',
    }),
    sportScore: field.tenths('体育成绩', [0, 100], { list: 90 }),
    totalScore: field.tenths('总分', [0, 100], { readOnly: true, list: 80 }),
    rankInClass: field.integer('班级排名', [1, 9999], { readOnly: true, list: 90 }),
  },
  order: [{ by: 'xnzj', descending: true }, { by: 'bjdm' }, { by: 'rankInClass' }],
  scope: studentScope,
  unique: [{ fields: ['studentCode', 'xnzj'], message: '该学生该学年已有等次' }],
  note: '总分按系统设置中德育、学业、体育的权重计算，班级排名随总分更新。',
  empty: '还没有学生等次。',
});
