import { findStudents } from '@jwxt/contracts/base-info/student.operations.ts';
import { handler } from '../kernel/handler.ts';
import { scopeCondition } from '../kernel/scope.ts';
import { sqlParams } from '../kernel/sql-params.ts';
import { studentScope } from './shared/student-scope.ts';
import { studentMatches } from './shared/student-search.ts';

const shown = 20;

/**
 * Students to choose from: by number, name or pinyin, in the person's scope; those whose number or name begins so come
 * first.
 */
const findHandler = handler(findStudents, async ({ keyword }, call) => {
  const params = sqlParams();
  const conditions = [scopeCondition(call.user, 'studentInfo:query', studentScope('student'), params)];
  const order = ['student.student_number'];
  if (keyword !== '') {
    conditions.push(studentMatches('student', keyword, params));
    const start = `lower(${params.add(keyword)})`;
    order.unshift(
      `(starts_with(student.search_text, ${start}) or starts_with(lower(student.student_name), ${start})) desc`,
    );
  }
  const { rows } = await call.services.db.query<{
    studentCode: string;
    studentNumber: string;
    studentName: string;
    departmentName: string;
    gradeMajorName: string;
    administrativeClassName: string;
  }>(
    `select student.student_code as "studentCode", student.student_number as "studentNumber",
      student.student_name as "studentName",
        department.dwmc as "departmentName",
            grade_major.njzymc as "gradeMajorName", class_info.bjmc as "administrativeClassName"
       from base.student
       join base.department on department.dwh = student.dwh
       join base.grade_major on grade_major.njzydm = student.njzydm
       join base.class_info on class_info.bjdm = student.bjdm
      where ${conditions.join(' and ')}
      order by ${order.join(', ')} limit ${params.add(shown)}`,
    [...params.values],
  );
  return { list: rows };
});

export const studentHandlers = [findHandler];
