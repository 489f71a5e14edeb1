import type { RosterFate } from '@jwxt/contracts/base-info/roster-of-classes.operations.ts';
import type { Queryable } from './postgres.ts';
import { allowsSql } from './status-allowance.ts';

/** A student of one of the classes, and what becomes of him. */
export interface RosterCandidate {
  readonly studentCode: string;
  readonly studentNumber: string;
  readonly studentName: string;
  readonly administrativeClassName: string;
  readonly fate: RosterFate;
  /** The class of the same course that he is in. */
  readonly otherClass: string | null;
  /** A class that meets at the time of this one. */
  readonly clash: string | null;
}

/**
 * The students of whole classes, and single ones besides, beside a roster that they are to come into. Asked by the
 * decision and by the page before it.
 */
export async function rosterCandidates(
  db: Queryable,
  teachingClassId: string,
  classes: readonly string[],
  students: readonly string[] = [],
): Promise<RosterCandidate[]> {
  const { rows } = await db.query<RosterCandidate>(
    `with busy as materialized (
       select distinct other.teaching_class_id, class.teaching_class_name as class_name
         from base.class_meeting own
         join base.class_meeting other on other.semester_id = own.semester_id and other.week = own.week
           and other.weekday = own.weekday and base.periods_meet(other.period, own.period)
         join base.teaching_class class on class.teaching_class_id = other.teaching_class_id
        where own.teaching_class_id = $1 and other.teaching_class_id <> $1)
     select student.student_code as "studentCode", student.student_number as "studentNumber",
        student.student_name as "studentName", class_info.bjmc as "administrativeClassName",
        same.class_name as "otherClass", clashing.class_name as clash,
        case when here.student_code is not null then 'enrolled'
          when not ${allowsSql('student.dqztm', 'enterScores')} then 'left'
          when same.class_name is not null then 'elsewhere'
          when task.special_item_id is not null and not exists (select from base.special_item_student taken
            where taken.special_item_id = task.special_item_id and taken.student_code = student.student_code)
          then 'otherItem' else 'added' end as fate
       from base.student
       join base.class_info on class_info.bjdm = student.bjdm
       join base.teaching_class target on target.teaching_class_id = $1
       left join base.physical_project_task task on task.teaching_class_id = $1
       left join base.teaching_class_student here
         on here.teaching_class_id = $1 and here.student_code = student.student_code
       left join lateral (
         select class.teaching_class_name as class_name from base.teaching_class_student enrolled
           join base.teaching_class class on class.teaching_class_id = enrolled.teaching_class_id
          where enrolled.student_code = student.student_code and class.teaching_class_id <> $1
            and class.course_id = target.course_id and class.semester_id = target.semester_id
            and class.class_kind = target.class_kind
          order by class.teaching_class_name limit 1) same on true
       left join lateral (
         select min(busy.class_name) as class_name from busy
           join base.teaching_class_student enrolled on enrolled.teaching_class_id = busy.teaching_class_id
          where enrolled.student_code = student.student_code) clashing on true
      where student.bjdm = any($2) or student.student_code = any($3)
      order by class_info.ywbm, student.student_number`,
    [teachingClassId, [...classes], [...students]],
  );
  return rows;
}
