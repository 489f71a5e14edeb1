import { field } from '../../kernel/resource-field.ts';
import { defineResource } from '../../kernel/resource.ts';

const fromStudent = { readOnly: true, follows: 'studentCode' } as const;

/**
 * STUDENT-STATUS-19 排序分班: the place of a student in his class, and his group there. The class is the student's: who
 * moves to another class is its last.
 */
export const orderClass = defineResource({
  name: 'orderClass',
  service: 'studentStatus',
  table: 'order_class',
  key: 'studentCode',
  called: 'studentCode',
  fields: {
    studentCode: field.reference('学生', 'student', {
      required: true,
      fixed: true,
      search: true,
      list: 90,
      shownAs: 'studentName',
    }),
    studentNumber: field.text('学号', 20, { ...fromStudent, looked: true, list: 124 }),
    bjdm: field.reference('行政班', 'classInfo', {
      ...fromStudent,
      search: true,
      list: 'auto',
      shownAs: 'administrativeClassName',
    }),
    grade: field.reference('年级', 'grade', { ...fromStudent, looked: true, column: 'njdm' }),
    departmentId: field.reference('院系', 'department', { ...fromStudent, looked: true, column: 'dwh', list: 150 }),
    classOrder: field.integer('班内序号', [1, 500], { required: true, list: 84 }),
    groupNo: field.integer('组别', [1, 99], { list: 64 }),
    sortRuleName: field.text('排序规则', 40, { readOnly: true, list: 110 }),
  },
  order: [{ by: 'bjdm' }, { by: 'classOrder' }],
  scope: { DW: 'departmentId', NJ: 'grade', XZB: 'bjdm' },
  unique: [{ fields: ['classOrder', 'bjdm'], message: '班内序号已有学生' }],
  empty: '还没有排序。请用“按规则排序”为行政班排出班内序号，再逐个调整。',
});
