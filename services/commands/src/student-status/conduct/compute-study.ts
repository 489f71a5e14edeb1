import { equivalenceFor } from '@jwxt/contracts/score/equivalent-courses.ts';
import { rulesFor, type RuledStudent } from '@jwxt/contracts/score/score-rules.ts';
import { standingOf } from '@jwxt/contracts/score/standing.ts';
import type { KindedAttempt } from '@jwxt/contracts/standing/student-attempts.ts';
import { gradeTotal, studyOfGpa } from '@jwxt/contracts/student-status/conduct/student-grade.rules.ts';
import { studentGrade } from '@jwxt/contracts/student-status/conduct/student-grade.resource.ts';
import { loadEquivalentCourses } from '@jwxt/infra/runtime/equivalent-courses.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import { logOperations } from '../../kernel/operation-log.ts';
import { lockRow, storeRow } from '../../kernel/resource-rows.ts';
import { attemptsSql } from '../../standing/shared/attempts-sql.ts';
import { loadPublishedRules } from '../../score-setting/shared/published-rules.facts.ts';
import { loadGradeWeights, rankClass } from './conduct-rules.ts';

interface Graded extends RuledStudent {
  readonly key: string;
  readonly studentCode: string;
  readonly bjdm: string;
  readonly gradeMajorId: string;
  readonly moral: number | null;
  readonly sport: number | null;
  readonly attempts: readonly KindedAttempt[] | null;
}

/**
 * Fills in the study part of the yearly grades that lack it, from the grade point average of the scores of that year by
 * the rules in force for each student, as score cards reckon it (STUDENT-STATUS-29). Who has no average keeps none.
 */
export async function computeStudy(
  client: PoolClient,
  context: CommandContext,
  year: string,
): Promise<{ computed: number; without: number }> {
  const [published, equivalent, weights] = [
    await loadPublishedRules(client),
    await loadEquivalentCourses(client),
    await loadGradeWeights(client),
  ];
  const { rows } = await client.query<Graded>(
    `select grade.student_grade_id as key, student.student_code as "studentCode", student.bjdm,
        student.njzydm as "gradeMajorId", student.njdm as "gradeCode", student.xslbdm as "studentType",
        grade.moral_score as moral, grade.sport_score as sport, ${await attemptsSql(client)} as attempts
       from base.student_grade grade join base.student using (student_code)
      where grade.xnzj = $1 and grade.study_score is null order by student.bjdm, student.student_code`,
    [year],
  );
  let computed = 0;
  const classes = new Map<string, string>();
  for (const { key, studentCode, bjdm, gradeMajorId, moral, sport, attempts: all, ...ruled } of rows) {
    const rules = rulesFor(published, ruled)?.rules;
    const attempts = (all ?? []).filter(({ semesterId }) => semesterId.startsWith(`${year}-`));
    const kinds = new Map(attempts.map((attempt) => [attempt.courseId, attempt]));
    const gpa = rules
      ? standingOf(
          attempts,
          (courseId) => kinds.get(courseId) ?? { courseAttribute: '', courseNature: '' },
          rules,
          equivalenceFor(equivalent, { studentCode, gradeCode: ruled.gradeCode, gradeMajorId }),
        ).gpa
      : null;
    const known = gpa === null ? undefined : await lockRow(client, studentGrade, key);
    if (gpa === null || !known) continue;
    const study = studyOfGpa(gpa);
    const after = await storeRow(client, studentGrade, {
      key,
      columns: { study_score: study, total_score: gradeTotal({ moral, study, sport }, weights) },
      isNew: false,
    });
    await logOperations(client, context, 'update', studentGrade.name, [{ key, before: known.row, after }]);
    computed += 1;
    classes.set(bjdm, studentCode);
  }
  for (const studentCode of classes.values())
    await logOperations(client, context, 'update', studentGrade.name, await rankClass(client, studentCode, year));
  return { computed, without: rows.length - computed };
}
