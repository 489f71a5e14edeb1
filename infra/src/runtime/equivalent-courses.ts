import type { EquivalentPair } from '@jwxt/contracts/score/equivalent-courses.ts';
import type { Queryable } from './postgres.ts';

/** The pairs of courses that are declared one achievement (SCORE-MORE-46): a few rows. */
export async function loadEquivalentCourses(db: Queryable): Promise<EquivalentPair[]> {
  const { rows } = await db.query<EquivalentPair>(
    `select main_course_id as "courseId", bound_course_id as "otherId", grades from base.course_binding
      where bind_type = '5' and sfqy = '1'`,
  );
  return rows;
}
