import type { Queryable } from './postgres.ts';

/** A class of the current semester in which a student may take a course that he missed. */
export interface FollowableClass {
  readonly teachingClassId: string;
  readonly teachingClassName: string;
  readonly semesterId: string;
  readonly courseId: string;
  readonly courseNum: string;
  readonly courseName: string;
  readonly openDepartmentId: string;
  readonly planSemesterName: string;
  /** Names, `、` between them; empty: none yet. */
  readonly teachers: string;
}

/**
 * The ordinary classes of the current semester of courses that the student's plan had in an earlier semester, and that
 * he is in no class of now (SCORE-MORE-41); of these one alone where it is named. His scores are another question.
 */
export async function followableClasses(
  db: Queryable,
  studentCode: string,
  teachingClassId: string | null = null,
): Promise<FollowableClass[]> {
  const { rows } = await db.query<FollowableClass>(
    `with planned as (
       select kch, xnxq from base.student_plan where student_code = $1
       union select kch, xnxq from base.personal_course_plan where student_code = $1 and confirm_status = '1')
     select class.teaching_class_id as "teachingClassId", class.teaching_class_name as "teachingClassName",
        class.semester_id as "semesterId", course.kch as "courseId", course.ywbm as "courseNum",
        course.kcmc as "courseName", class.open_department_id as "openDepartmentId",
        plan_semester.name as "planSemesterName",
        coalesce((select string_agg(teacher.xm, '、' order by who.sort_num) from base.teaching_class_teacher who
          join base.teacher using (gh) where who.teaching_class_id = class.teaching_class_id), '') as teachers
       from base.teaching_class class
       join base.semester now on now.xnxq = class.semester_id and now.sfdqxq = '1'
       join base.course on course.kch = class.course_id
       join lateral (select coalesce(semester.xnxqmc, planned.xnxq) as name from planned
          left join base.semester on semester.xnxq = planned.xnxq
          where planned.kch = class.course_id and planned.xnxq < now.xnxq order by planned.xnxq limit 1) plan_semester
         on true
      where class.class_kind = '1' and ($2::text is null or class.teaching_class_id = $2)
        and not exists (select from base.teaching_class_student roster join base.teaching_class other
          using (teaching_class_id) where roster.student_code = $1 and other.course_id = class.course_id
            and other.semester_id = class.semester_id)
      order by course.ywbm, class.teaching_class_name limit 300`,
    [studentCode, teachingClassId],
  );
  return rows;
}
