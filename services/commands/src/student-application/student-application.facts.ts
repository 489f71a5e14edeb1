import type { ApplyingStudent } from '@jwxt/contracts/student-application/student-application.events.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

/** The student that an application is about, or undefined. */
export async function loadApplyingStudent(db: Queryable, studentCode: string): Promise<ApplyingStudent | undefined> {
  const { rows } = await db.query<ApplyingStudent>(
    `select student.student_code as "studentCode", student.student_number as "studentNumber",
        student.student_name as "studentName", student.dwh as "departmentId", department.dwmc as "departmentName",
        student.bjdm, class_info.bjmc as "studentClassName", student.njdm, student.njzydm
       from base.student join base.department on department.dwh = student.dwh
       join base.class_info on class_info.bjdm = student.bjdm
      where student.student_code = $1`,
    [studentCode],
  );
  return rows[0];
}
