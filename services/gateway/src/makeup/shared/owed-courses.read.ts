import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import { effectiveAttempt, type Choosable } from '@jwxt/contracts/score/effective-attempt.ts';
import { rulesFor, type RuledStudent } from '@jwxt/contracts/score/score-rules.ts';
import { examNature } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { readPublishedRules } from '../../score-setting/shared/score-rules.read.ts';

const attemptTable = readModelTable(attemptModel, 'attempt');

/** A course that a student failed and has not made good, for the current semester. `credit` in tenths. */
export interface OwedCourse {
  readonly courseId: string;
  readonly courseNum: string;
  readonly courseName: string;
  readonly courseNature: string;
  readonly credit: number;
  readonly semesterId: string;
  readonly finalName: string;
  /** How often he took it again before. */
  readonly times: number;
  /** Why he cannot sign up for it now; null: he can. */
  readonly closed: string | null;
}

type CourseAttempt = Choosable & { readonly finalName: string };
interface CourseRow extends Omit<OwedCourse, 'finalName' | 'times' | 'closed'>, RuledStudent {
  readonly className: string | null;
  readonly attempts: readonly CourseAttempt[];
}

/** What a student may take again by the rules of his grade, as the read model knows it; the command asks the log. */
export async function readOwedCourses(db: Queryable, studentCode: string): Promise<OwedCourse[]> {
  const [published, { rows }] = await Promise.all([
    readPublishedRules(db),
    db.query<CourseRow>(
      `select course.kch as "courseId", course.ywbm as "courseNum", course.kcmc as "courseName",
          course.kcxz as "courseNature", course.xf as credit, semester.xnxq as "semesterId",
          student.njdm as "gradeCode", student.xslbdm as "studentType", taken.teaching_class_name as "className",
          own.attempts
         from (select attempt.course_id, jsonb_agg(jsonb_build_object('semesterId', attempt.semester_id,
              'scoreType', attempt.score_type, 'final', attempt.final, 'finalName', attempt.final_name,
              'passed', attempt.passed, 'examNature', attempt.exam_nature) order by attempt.revision) as attempts
            from ${attemptTable} attempt where attempt.student_code = $1 group by attempt.course_id
            having bool_or(not attempt.passed)) own
         join base.course on course.kch = own.course_id join base.student on student.student_code = $1
         join base.semester on semester.sfdqxq = '1'
         left join lateral base.rebuild_class_of($1, course.kch, semester.xnxq) taken on true
        order by course.ywbm`,
      [studentCode],
    ),
  ]);
  return rows.flatMap(({ attempts, className, gradeCode, studentType, ...course }) => {
    const rule = rulesFor(published, { gradeCode, studentType })?.rules.effectiveRule;
    const effective = effectiveAttempt(attempts, rule ?? 'ZGF');
    if (effective === null || effective.passed) return [];
    return {
      ...course,
      finalName: effective.finalName,
      times: attempts.filter((attempt) => attempt.examNature === examNature.retake).length,
      closed: className === null ? null : `本学期已在“${className}”`,
    };
  });
}
