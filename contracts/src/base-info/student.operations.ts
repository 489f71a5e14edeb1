import { z } from 'zod';
import { defineOperation } from '../kernel/operation.ts';

/** Students to pick from, in the caller's scope: by number, name or pinyin. */
export const findStudents = defineOperation({
  id: 'student.find',
  method: 'GET',
  path: '/studentInfo/find',
  access: { permission: 'studentInfo:query' },
  scope: 'student',
  summary: '查找学生',
  input: z.object({ keyword: z.string().trim().max(30).default('') }),
  output: z.object({
    list: z.array(
      z.object({
        studentCode: z.string(),
        studentNumber: z.string(),
        studentName: z.string(),
        departmentName: z.string(),
        gradeMajorName: z.string(),
        administrativeClassName: z.string(),
      }),
    ),
  }),
});
