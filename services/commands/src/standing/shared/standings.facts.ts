import { equivalenceFor } from '@jwxt/contracts/score/equivalent-courses.ts';
import { rulesFor, type RuledStudent } from '@jwxt/contracts/score/score-rules.ts';
import { standingOf, type Standing } from '@jwxt/contracts/score/standing.ts';
import type { KindedAttempt } from '@jwxt/contracts/standing/student-attempts.ts';
import type { FrozenCourse } from '@jwxt/contracts/standing/frozen-course.ts';
import { loadEquivalentCourses } from '@jwxt/infra/runtime/equivalent-courses.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { allowsSql } from '@jwxt/infra/runtime/status-allowance.ts';
import { loadPublishedRules } from '../../score-setting/shared/published-rules.facts.ts';
import { attemptsSql } from './attempts-sql.ts';

/** A student with what his scores add up to by the rules in force for him, and the courses that count. */
export interface StudentStanding {
  readonly studentCode: string;
  readonly classCode: string;
  readonly ruleVersion: string;
  readonly standing: Standing;
  readonly courses: readonly FrozenCourse[];
}

/**
 * The students in attendance of a grade and major, judged as score cards are. `until`: scores of this semester and
 * earlier ones alone; null: all. Who has no rules is left out.
 */
export async function loadStandings(
  db: Queryable,
  gradeMajor: string,
  until: string | null,
): Promise<readonly StudentStanding[]> {
  const [published, equivalent] = await Promise.all([loadPublishedRules(db), loadEquivalentCourses(db)]);
  const { rows: students } = await db.query<
    RuledStudent & { studentCode: string; classCode: string; attempts: readonly KindedAttempt[] | null }
  >(
    `select student.student_code as "studentCode", student.bjdm as "classCode", student.njdm as "gradeCode",
          student.xslbdm as "studentType", ${await attemptsSql(db)} as attempts
        from base.student where student.njzydm = $1 and ${allowsSql('student.dqztm', 'enterScores')}
        order by student.student_code`,
    [gradeMajor],
  );
  return students.flatMap(({ studentCode, classCode, attempts: all, ...ruled }) => {
    const rules = rulesFor(published, ruled)?.rules;
    if (!rules) return [];
    const attempts = (all ?? []).filter(({ semesterId }) => until === null || semesterId <= until);
    const kinds = new Map(attempts.map((attempt) => [attempt.courseId, attempt]));
    const standing = standingOf(
      attempts,
      (courseId) => kinds.get(courseId) ?? { courseAttribute: '', courseNature: '' },
      rules,
      equivalenceFor(equivalent, { studentCode, gradeCode: ruled.gradeCode, gradeMajorId: gradeMajor }),
    );
    return [
      { studentCode, classCode, ruleVersion: rules.ruleVersion, standing, courses: coursesOf(attempts, standing) },
    ];
  });
}

function coursesOf(attempts: readonly KindedAttempt[], { judged }: Standing): FrozenCourse[] {
  return attempts
    .flatMap((attempt) => {
      const how = judged.get(attempt.attemptId);
      if (how?.counts !== true) return [];
      const { attemptId, courseNum, courseName, semesterId, scoreType, courseAttribute, courseCredit } = attempt;
      const { finalName, passed } = attempt;
      const { point, weight, why } = how;
      return [
        {
          attemptId,
          courseNum,
          courseName,
          semesterId,
          scoreType,
          courseAttribute,
          courseCredit,
          finalName,
          passed,
          point,
          weight,
          why,
        },
      ];
    })
    .toSorted(
      (one, other) => one.semesterId.localeCompare(other.semesterId) || one.courseNum.localeCompare(other.courseNum),
    );
}
