import { chooseEffective, type ChoosableOfMany } from '@jwxt/contracts/score/effective-attempt.ts';
import { allEquivalentCourses, equivalenceFor } from '@jwxt/contracts/score/equivalent-courses.ts';
import { rulesFor, type RuledStudent } from '@jwxt/contracts/score/score-rules.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { examNature } from '@jwxt/contracts/score/score.vocabulary.ts';
import { loadEquivalentCourses } from '@jwxt/infra/runtime/equivalent-courses.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { readPublishedRules } from '../score-setting/shared/score-rules.read.ts';

const attemptTable = readModelTable(attemptModel, 'attempt');

type CourseAttempt = ChoosableOfMany & {
  readonly finalName: string;
  readonly scoreRemarkCode: string;
  readonly semesterName: string;
};
interface CandidateRow extends RuledStudent {
  readonly courseId: string;
  readonly studentCode: string;
  readonly studentNumber: string;
  readonly studentName: string;
  readonly administrativeClassName: string;
  readonly gradeMajorName: string;
  readonly gradeMajorId: string;
  readonly inClass: boolean;
  readonly elsewhere: boolean;
  readonly attempts: readonly CourseAttempt[];
}

/** Somebody of a retake class, or who may come in, with the score that counts now; null: none does. */
export type RetakeCandidate = Omit<
  CandidateRow,
  'courseId' | 'gradeMajorId' | 'elsewhere' | 'attempts' | keyof RuledStudent
> & {
  readonly effective: CourseAttempt | null;
  readonly rebuildTimes: number;
};

/**
 * Those in a retake class first, then who failed its course, has not made it good by the rules of his grade, there or
 * at an equivalent one, and is in no other retake class of it, as the read model knows; the command asks the log.
 * Who counts as failed is said by rules, not by the database: they are read whole (decision 094). `rosterOnly`: only
 * those in the class are.
 */
export async function readRetakeCandidates(
  db: Queryable,
  rebuildClassId: string,
  rosterOnly: boolean,
): Promise<RetakeCandidate[]> {
  const equivalent = await loadEquivalentCourses(db);
  const [published, { rows }] = await Promise.all([
    readPublishedRules(db),
    db.query<CandidateRow>(
      `select class.course_id as "courseId", student.student_code as "studentCode",
        student.student_number as "studentNumber",
        student.student_name as "studentName", class_info.bjmc as "administrativeClassName",
        grade_major.njzymc as "gradeMajorName", student.njzydm as "gradeMajorId",
        student.njdm as "gradeCode", student.xslbdm as "studentType",
        candidate.in_class as "inClass",
        exists (select from base.teaching_class_student other_roster join base.teaching_class other
          on other.teaching_class_id = other_roster.teaching_class_id
          where other_roster.student_code = student.student_code and other.class_kind = '4'
            and other.course_id = class.course_id and other.semester_id = class.semester_id
            and other.teaching_class_id <> class.teaching_class_id) as elsewhere,
        coalesce((select jsonb_agg(jsonb_build_object('courseId', attempt.course_id, 'semesterId', attempt.semester_id,
            'semesterName', coalesce(semester.xnxqmc, attempt.semester_id), 'scoreType', attempt.score_type,
            'final', attempt.final, 'finalName', attempt.final_name, 'passed', attempt.passed,
            'scoreRemarkCode', attempt.remark_code, 'examNature', attempt.exam_nature) order by attempt.revision)
          from ${attemptTable} attempt left join base.semester on semester.xnxq = attempt.semester_id
          where attempt.student_code = student.student_code
            and (attempt.course_id = class.course_id or attempt.course_id = any($2))), '[]') as attempts
      from base.teaching_class class
      cross join lateral (select found.student_code, bool_or(found.in_class) as in_class
        from (select roster.student_code, true as in_class from base.teaching_class_student roster
            where roster.teaching_class_id = class.teaching_class_id
          union all select failed.student_code, false from ${attemptTable} failed
            where not $3 and failed.course_id = class.course_id and not failed.passed) found
        group by found.student_code) candidate
      join base.student on student.student_code = candidate.student_code
      join base.class_info on class_info.bjdm = student.bjdm
      join base.grade_major on grade_major.njzydm = student.njzydm
      where class.teaching_class_id = $1 order by candidate.in_class desc, student.student_number`,
      [rebuildClassId, allEquivalentCourses(equivalent), rosterOnly],
    ),
  ]);
  return rows.flatMap(({ courseId, attempts, elsewhere, gradeCode, gradeMajorId, studentType, ...student }) => {
    const rule = rulesFor(published, { gradeCode, studentType })?.rules.effectiveRule;
    const choice = chooseEffective(
      attempts,
      rule ?? 'ZGF',
      equivalenceFor(equivalent, { ...student, gradeCode, gradeMajorId }),
    ).get(courseId);
    const effective = choice?.effective ?? choice?.replacedBy ?? null;
    const mayComeIn = !elsewhere && effective !== null && !effective.passed;
    if (!student.inClass && !mayComeIn) return [];
    return {
      ...student,
      effective,
      rebuildTimes: attempts.filter(
        (attempt) => attempt.courseId === courseId && attempt.examNature === examNature.retake,
      ).length,
    };
  });
}
