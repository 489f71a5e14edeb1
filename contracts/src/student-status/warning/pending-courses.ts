import { readModelTable } from '../../kernel/read-model.ts';
import { attemptModel } from '../../score/attempt.read-model.ts';

/**
 * An SQL row: `num` courses that `student.student_code` takes in the semester `$2` without a score yet, and their
 * `credit` in tenths. Ordinary and retake classes; a make-up is none.
 */
export const pendingOfStudent = `(
  select count(*)::int as num, coalesce(sum(course.xf), 0)::int as credit from (
    select distinct class.course_id from base.teaching_class_student roster
      join base.teaching_class class using (teaching_class_id)
     where roster.student_code = student.student_code and class.semester_id = $2 and class.class_kind in ('1', '4')
       and not exists (select from ${readModelTable(attemptModel, 'attempt')} attempt
         where attempt.student_code = student.student_code and attempt.course_id = class.course_id
           and attempt.semester_id = $2)) asked
    join base.course on course.kch = asked.course_id)`;
