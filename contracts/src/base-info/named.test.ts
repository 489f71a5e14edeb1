import { expect, it } from 'vitest';
import { classWithCourse } from './class-with-course.ts';
import { studentWithNumber } from './student-with-number.ts';

it.each([
  ['数据结构', '计科2401、软工2401', '数据结构 计科2401、软工2401'],
  ['通信原理', '通信原理补缓考01班', '通信原理补缓考01班'],
  ['高等数学A（上）', '数学2401', '高等数学A（上） 数学2401'],
])('a class of %s, %s, is called by its course once', (courseName, teachingClassName, named) => {
  expect(classWithCourse({ courseName, teachingClassName })).toBe(named);
});

it('a student is called with the number in full-width brackets', () => {
  expect(studentWithNumber({ studentName: '张三', studentNumber: '2024010101' })).toBe('张三（2024010101）');
});
