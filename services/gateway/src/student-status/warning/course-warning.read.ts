import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { ClassToWarn } from '@jwxt/contracts/student-status/warning/course-warning.operations.ts';
import {
  courseWarnReasonNames,
  courseWarnStatusNames,
} from '@jwxt/contracts/student-status/warning/warning.vocabulary.ts';
import { leaveStatus, leaveTypeNames } from '@jwxt/contracts/student-status/conduct/conduct.vocabulary.ts';
import { ROSTER_ORDER } from '@jwxt/infra/runtime/class-order.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Principal } from '../../kernel/principal.ts';
import { scopeCondition } from '../../kernel/scope.ts';
import { sqlParams } from '../../kernel/sql-params.ts';
import { teachingClassScope } from '../../score/shared/teaching-class-scope.ts';

/** Ordinary classes of the current semester that the person may warn in. */
export async function listClassesToWarn(db: Queryable, user: Principal, permission: PermissionCode | null) {
  const params = sqlParams();
  const { rows } = await db.query<{
    teachingClassId: string;
    teachingClassName: string;
    courseName: string;
    studentNum: number;
    warnedNum: number;
  }>(
    `select class.teaching_class_id as "teachingClassId", class.teaching_class_name as "teachingClassName",
        course.kcmc as "courseName",
        (select count(*)::int from base.teaching_class_student roster
          where roster.teaching_class_id = class.teaching_class_id) as "studentNum",
        (select count(distinct warning.student_code)::int from base.course_warning warning
          where warning.teaching_class_id = class.teaching_class_id) as "warnedNum"
       from base.teaching_class class join base.course on course.kch = class.course_id
       join base.semester on semester.xnxq = class.semester_id and semester.sfdqxq = '1'
      where class.class_kind in ('1', '4') and ${scopeCondition(user, permission, teachingClassScope, params)}
      order by course.kcmc, class.teaching_class_name limit 200`,
    [...params.values],
  );
  return rows;
}

/** Whether the person may warn in a class. */
export async function mayWarnIn(
  db: Queryable,
  user: Principal,
  permission: PermissionCode | null,
  teachingClassId: string,
): Promise<boolean> {
  const params = sqlParams();
  const { rowCount } = await db.query(
    `select from base.teaching_class class where class.teaching_class_id = ${params.add(teachingClassId)}
      and ${scopeCondition(user, permission, teachingClassScope, params)}`,
    [...params.values],
  );
  return rowCount === 1;
}

/** The students of a class with the warnings that they have in it. */
export async function readClassToWarn(db: Queryable, teachingClassId: string): Promise<ClassToWarn> {
  const [{ rows: hours }, { rows: students }, { rows: warnings }] = await Promise.all([
    db.query<{ hours: number }>(
      `select coalesce(course.zxs, 0) as hours from base.teaching_class class
        join base.course on course.kch = class.course_id where class.teaching_class_id = $1`,
      [teachingClassId],
    ),
    db.query<StoredStudent>(
      `select student.student_code as "studentCode", student.student_number as "studentNumber",
          student.student_name as "studentName", class_info.bjmc as "administrativeClassName",
          (select leave_type from base.leave_result away where away.student_code = student.student_code
            and away.leave_status = '${leaveStatus.granted}'
            and (away.begin_time at time zone 'Asia/Shanghai')::date <= base.school_day()
            and (away.end_time at time zone 'Asia/Shanghai')::date >= base.school_day() limit 1) as "leaveType"
         from base.teaching_class_student roster join base.student using (student_code)
         join base.class_info on class_info.bjdm = student.bjdm
        where roster.teaching_class_id = $1 order by ${ROSTER_ORDER}`,
      [teachingClassId],
    ),
    db.query<StoredWarning>(
      `select student_code as "studentCode", course_warning_id as "courseWarningId", warn_reason as "warnReason",
          absent_hours as "absentHours", coalesce(warn_text, '') as "warnText", warn_time as "warnTime",
          handle_status as "handleStatus"
         from base.course_warning where teaching_class_id = $1 order by warn_time desc`,
      [teachingClassId],
    ),
  ]);
  const ofStudent = Map.groupBy(warnings, ({ studentCode }) => studentCode);
  return {
    totalHours: (hours[0]?.hours ?? 0) / 10,
    students: students.map(({ leaveType, ...student }) => ({
      ...student,
      leaveName: leaveType === null ? '' : leaveTypeNames[leaveType],
      warnings: (ofStudent.get(student.studentCode) ?? []).map(
        ({ studentCode: _student, handleStatus, warnTime, ...warning }) => ({
          ...warning,
          warnTime: toDateTimeText(warnTime),
          handleStatusName: courseWarnStatusNames[handleStatus],
        }),
      ),
    })),
  };
}

interface StoredStudent {
  readonly studentCode: string;
  readonly studentNumber: string;
  readonly studentName: string;
  readonly administrativeClassName: string;
  readonly leaveType: keyof typeof leaveTypeNames | null;
}

interface StoredWarning {
  readonly studentCode: string;
  readonly courseWarningId: string;
  readonly warnReason: keyof typeof courseWarnReasonNames;
  readonly absentHours: number | null;
  readonly warnText: string;
  readonly warnTime: Date;
  readonly handleStatus: keyof typeof courseWarnStatusNames;
}

/** Warnings in courses of a student himself, the latest first. */
export async function readOwnCourseWarnings(db: Queryable, studentCode: string) {
  const { rows } = await db.query<
    Omit<StoredWarning, 'studentCode'> & {
      semesterName: string;
      courseName: string;
      teacherName: string;
    }
  >(
    `select warning.course_warning_id as "courseWarningId", semester.xnxqmc as "semesterName",
        course.kcmc as "courseName", warning.teacher_name as "teacherName", warning.warn_reason as "warnReason",
        warning.absent_hours as "absentHours", coalesce(warning.warn_text, '') as "warnText",
        warning.warn_time as "warnTime", warning.handle_status as "handleStatus"
       from base.course_warning warning join base.semester on semester.xnxq = warning.semester_id
       join base.course on course.kch = warning.course_id
      where warning.student_code = $1 order by warning.warn_time desc limit 50`,
    [studentCode],
  );
  return rows.map(({ warnReason, absentHours, handleStatus, warnTime, ...warning }) => ({
    ...warning,
    warnReasonName: courseWarnReasonNames[warnReason] + (absentHours === null ? '' : `（${String(absentHours)} 学时）`),
    warnTime: toDateTimeText(warnTime),
    handleStatusName: courseWarnStatusNames[handleStatus],
  }));
}
