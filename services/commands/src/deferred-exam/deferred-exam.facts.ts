import type { DeferredExamRequest } from '@jwxt/contracts/deferred-exam/deferred-exam.events.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

/** A student with a class of his whose exam may be sat later. */
export type AttendedClass = Omit<
  DeferredExamRequest,
  'applyId' | 'deferredReasonCode' | 'deferredReasonName' | 'reasonText' | 'application'
>;

/** The student in an ordinary class of a semester that is not archived, or undefined. */
export async function loadAttendedClass(
  db: Queryable,
  studentCode: string,
  teachingClassId: string,
): Promise<AttendedClass | undefined> {
  const { rows } = await db.query<AttendedClass>(
    `select student.student_code as "studentCode", student.student_number as "studentNumber",
        student.student_name as "studentName", student.dwh as "departmentId", department.dwmc as "departmentName",
        student.bjdm, class_info.bjmc as "studentClassName", class.semester_id as "semesterId",
        class.teaching_class_id as "teachingClassId", class.teaching_class_name as "teachingClassName",
        course.kch as "courseId", course.ywbm as "courseNum", course.kcmc as "courseName",
        class.open_department_id as "openDepartmentId"
       from base.teaching_class_student roster join base.student using (student_code)
       join base.department on department.dwh = student.dwh join base.class_info on class_info.bjdm = student.bjdm
       join base.teaching_class class using (teaching_class_id) join base.course on course.kch = class.course_id
       join base.semester on semester.xnxq = class.semester_id and semester.sfgd = '0'
      where roster.student_code = $1 and roster.teaching_class_id = $2 and class.class_kind = '1'`,
    [studentCode, teachingClassId],
  );
  return rows[0];
}

/** A reason as an application needs it. */
export interface DeferredReason {
  readonly name: string;
  readonly needFile: boolean;
  readonly allowAfterExam: boolean;
}

/** A reason that may be chosen, or undefined. */
export async function loadReason(db: Queryable, code: string): Promise<DeferredReason | undefined> {
  const { rows } = await db.query<DeferredReason>(
    `select deferred_reason_name as name, need_file = '1' as "needFile", allow_after_exam = '1' as "allowAfterExam"
       from base.deferred_reason where deferred_reason_code = $1 and sfqy = '1'`,
    [code],
  );
  return rows[0];
}
