import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

/** A course taught in the current semester, as a module is filled by it. Credit in tenths. */
export interface OfferedCourse {
  readonly courseId: string;
  readonly courseCode: string;
  readonly courseName: string;
  readonly courseNature: string;
  readonly courseAttribute: string;
  readonly credit: number;
  readonly openDepartmentName: string;
  readonly classNum: number;
  readonly semesterName: string;
}

/** SQL: what a student has of an attribute of those who may choose a course (ELECTIVE-06), as an array. */
const attributeSql = `case range->>'attributeType' when '1' then array[student.xqdm] when '2' then array[student.njdm]
  when '3' then array[student.dwh] when '4' then array[student.zydm] when '5' then array[student.bjdm]
  when '6' then array(select label.label_type from base.student_label_holder held
    join base.student_label label using (label_id) where held.student_code = student.student_code)
  when '7' then array[student.xslbdm] when '8' then array[student.xbm] end`;

/**
 * Courses of these natures with a class in the current semester that a student may choose: whose plan is open to the
 * whole school, or to him by all that it asks for. Not those in whose classes he is.
 */
export async function readOfferedCourses(
  db: Queryable,
  studentCode: string,
  natures: readonly string[],
): Promise<OfferedCourse[]> {
  const { rows } = await db.query<OfferedCourse>(
    `select course.kch as "courseId", course.ywbm as "courseCode", course.kcmc as "courseName",
        course.kcxz as "courseNature", course.kcsx as "courseAttribute", course.xf as credit,
        department.dwmc as "openDepartmentName", count(*)::int as "classNum", semester.xnxqmc as "semesterName"
       from base.student
       join base.semester on semester.xnxq = (select max(xnxq) from base.semester where sfdqxq = '1')
       join base.teaching_class class on class.semester_id = semester.xnxq and class.class_kind = '1'
       join base.course on course.kch = class.course_id and course.kcxz = any($2)
       join base.department on department.dwh = course.kkxy
       left join base.public_elective_task task on task.teaching_class_id = class.teaching_class_id
       left join base.public_course_plan plan using (plan_id)
      where student.student_code = $1
        and (plan.plan_id is null or plan.is_school_wide = '1'
          or not exists (select from jsonb_array_elements(plan.range_list) range
            where jsonb_array_length(range->'values') > 0 and not (range->'values' ?| (${attributeSql}))))
        and not exists (select from base.teaching_class_student roster
          join base.teaching_class taken on taken.teaching_class_id = roster.teaching_class_id
          where roster.student_code = student.student_code and taken.course_id = course.kch
            and taken.semester_id = semester.xnxq)
      group by course.kch, department.dwmc, semester.xnxqmc order by course.ywbm`,
    [studentCode, natures],
  );
  return rows;
}
