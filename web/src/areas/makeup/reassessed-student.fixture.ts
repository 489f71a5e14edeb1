import type { z } from 'zod';
import type { reassessedStudent } from '@jwxt/contracts/makeup/reassessment-approval.operations.ts';

type Student = z.output<typeof reassessedStudent>;

/** A student of a make-up as the approval's detail names one. */
export const givenStudent = (studentName: string, more: Partial<Student>): Student => ({
  studentCode: studentName,
  studentNumber: '2026001',
  studentName,
  administrativeClassName: '101班',
  gradeMajorName: '2026级软件工程',
  studentType: 'BKS',
  studentTypeName: '补考生',
  makeupType: '1',
  makeupTypeName: '补考',
  scoreRemarkCode: '00',
  scoreRemarkName: '正常',
  items: { ps: '80.0', qm: '90.0' },
  studentScoreFinalValue: '60.00',
  studentScoreFinalValueRemark: '成绩 86.00，通过后按 60.00 计',
  digit: 2,
  passed: true,
  complete: true,
  scoreList: [],
  isReExamStudentName: '',
  originFinalValue: '54.00',
  originRemarkName: '正常',
  originNote: null,
  ...more,
});
