import { equivalenceFor } from '@jwxt/contracts/score/equivalent-courses.ts';
import { attemptsStream } from '@jwxt/contracts/score/attempts.events.ts';
import { attemptsStreams } from '@jwxt/contracts/score/attempts.state.ts';
import { standingOf, type CourseKind } from '@jwxt/contracts/score/standing.ts';
import { loadEquivalentCourses } from '@jwxt/infra/runtime/equivalent-courses.ts';
import type { CommandServices } from '../../kernel/command-route.ts';
import { loadScoreRules } from '../../score-setting/shared/score-rules.facts.ts';

interface Course extends CourseKind {
  readonly courseId: string;
}

/**
 * The grade point average of a student by the rules of his grade, in hundredths, from the log; null: he has none, or no
 * rules are published for him. Asked of every course that he was in a class of, or that is in his plan.
 */
export async function loadGradePointAverage(
  { handler, pool }: Pick<CommandServices, 'handler' | 'pool'>,
  studentCode: string,
): Promise<number | null> {
  const [found, equivalent, { rows: courses }] = await Promise.all([
    loadScoreRules(pool, studentCode),
    loadEquivalentCourses(pool),
    pool.query<Course>(
      `with recursive known (course_id) as (
         select class.course_id from base.teaching_class_student roster join base.teaching_class class
           using (teaching_class_id) where roster.student_code = $1
         union select kch from base.student_plan where student_code = $1
         union select kch from base.personal_course_plan where student_code = $1
         union select newer.kch from known join base.course newer on newer.gbkch = known.course_id)
       select course.kch as "courseId", course.kcsx as "courseAttribute", course.kcxz as "courseNature"
         from known join base.course on course.kch = known.course_id order by course.kch`,
      [studentCode],
    ),
  ]);
  if (!found) return null;
  const states = await Promise.all(
    courses.map(({ courseId }) => handler.read(attemptsStream(studentCode, courseId), attemptsStreams)),
  );
  const kinds = new Map<string, CourseKind>(courses.map((course) => [course.courseId, course]));
  const unknown: CourseKind = { courseAttribute: '', courseNature: '' };
  return standingOf(
    states.flatMap(({ state }) => state.attempts),
    (courseId) => kinds.get(courseId) ?? unknown,
    found.rules,
    equivalenceFor(equivalent, found),
  ).gpa;
}
