import type { EquivalentCourses } from '@jwxt/contracts/score/equivalent-courses.ts';
import type { Queryable } from './postgres.ts';

/** SQL: what is declared one achievement, as {@link EquivalentCourses}. */
export const equivalentCoursesSql = `jsonb_build_object(
  'pairs', (select coalesce(jsonb_agg(jsonb_build_object('courseId', main_course_id, 'otherId', bound_course_id,
      'grades', grades)), '[]') from base.course_binding where bind_type = '5' and sfqy = '1'),
  'replacements', (select coalesce(jsonb_agg(jsonb_build_object('oldCourses', old_courses, 'newCourses', new_courses,
      'gradeMajorId', grade_major_id, 'students', students, 'labelled', labelled) order by replace_id), '[]')
    from base.course_replacement))`;

/** What is declared one achievement: bindings (SCORE-MORE-46) and replacements in force (SCHEME-36, 38); a few rows. */
export async function loadEquivalentCourses(db: Queryable): Promise<EquivalentCourses> {
  const { rows } = await db.query<{ equivalent: EquivalentCourses }>(`select ${equivalentCoursesSql} as equivalent`);
  return rows[0]!.equivalent;
}
