import type { CourseReplacement, EquivalentCourses, EquivalentPair } from '@jwxt/contracts/score/equivalent-courses.ts';
import type { Queryable } from './postgres.ts';

/** What is declared one achievement: bindings (SCORE-MORE-46) and replacements in force (SCHEME-36, 38); a few rows. */
export async function loadEquivalentCourses(db: Queryable): Promise<EquivalentCourses> {
  const { rows: pairs } = await db.query<EquivalentPair>(
    `select main_course_id as "courseId", bound_course_id as "otherId", grades from base.course_binding
      where bind_type = '5' and sfqy = '1'`,
  );
  const { rows: replacements } = await db.query<CourseReplacement>(
    `select old_courses as "oldCourses", new_courses as "newCourses", grade_major_id as "gradeMajorId", students, labelled
       from base.course_replacement order by replace_id`,
  );
  return { pairs, replacements };
}
