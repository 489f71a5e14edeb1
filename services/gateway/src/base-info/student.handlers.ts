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
  const conditions = [scopeCondition(call.user, 'studentInfo:query', studentScope('s'), params)];
  const order = ['s.student_number'];
  if (keyword !== '') {
    conditions.push(studentMatches('s', keyword, params));
    const start = `lower(${params.add(keyword)})`;
    order.unshift(`(starts_with(s.search_text, ${start}) or starts_with(lower(s.student_name), ${start})) desc`);
  }
  const { rows } = await call.services.db.query<{
    studentCode: string;
    studentNumber: string;
    studentName: string;
    departmentName: string;
    gradeMajorName: string;
    administrativeClassName: string;
  }>(
    `select s.student_code as "studentCode", s.student_number as "studentNumber", s.student_name as "studentName",
        d.dwmc as "departmentName",
            m.njzymc as "gradeMajorName", b.bjmc as "administrativeClassName"
       from base.student s
       join base.department d on d.dwh = s.dwh
       join base.grade_major m on m.njzydm = s.njzydm
       join base.class_info b on b.bjdm = s.bjdm
      where ${conditions.join(' and ')}
      order by ${order.join(', ')} limit ${params.add(shown)}`,
    [...params.values],
  );
  return { list: rows };
});

export const studentHandlers = [findHandler];
