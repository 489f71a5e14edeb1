import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import type { Attempt } from '@jwxt/contracts/score/attempts.events.ts';
import type { EquivalenceStudent } from '@jwxt/contracts/score/equivalent-courses.ts';
import type { RuledStudent } from '@jwxt/contracts/score/score-rules.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { prepared } from '../kernel/prepared-query.ts';

const attemptTable = readModelTable(attemptModel, 'attempt');

type CountingAttempt = Pick<
  Attempt,
  | 'attemptId'
  | 'courseId'
  | 'courseNum'
  | 'courseName'
  | 'semesterId'
  | 'examNature'
  | 'scoreType'
  | 'final'
  | 'finalName'
  | 'passed'
  | 'source'
  | 'scoreHierarchyCode'
  | 'scoreRemarkCode'
> & { readonly replaces: readonly string[]; readonly semesterName: string; readonly natureName: string };

/** The scores of a student that count, with the names that a form shows, newest semester first. */
export async function readCountingAttempts(db: Queryable, studentCode: string): Promise<CountingAttempt[]> {
  const { rows } = await db.query<CountingAttempt>(
    prepared(
      `select attempt.attempt_id as "attemptId", attempt.course_id as "courseId", attempt.course_num as "courseNum",
          attempt.course_name as "courseName", attempt.semester_id as "semesterId",
          attempt.exam_nature as "examNature", attempt.score_type as "scoreType", attempt.final,
          attempt.final_name as "finalName", attempt.passed, attempt.source,
          attempt.hierarchy_code as "scoreHierarchyCode", attempt.remark_code as "scoreRemarkCode", attempt.replaces,
          coalesce(semester.xnxqmc, attempt.semester_id) as "semesterName",
          coalesce(nature.mc, attempt.exam_nature) as "natureName"
        from ${attemptTable} attempt left join base.semester on semester.xnxq = attempt.semester_id
        left join base.data_dict nature on nature.dmlb = 'XTGL_KSXZ' and nature.dm = attempt.exam_nature
        where attempt.student_code = $1
        order by attempt.semester_id desc, attempt.course_num, attempt.course_id, attempt.revision`,
      [studentCode],
    ),
  );
  return rows;
}

/** By which score rules a student goes. */
export async function readRuledStudent(
  db: Queryable,
  studentCode: string,
): Promise<(RuledStudent & EquivalenceStudent) | undefined> {
  const { rows } = await db.query<RuledStudent & EquivalenceStudent>(
    prepared(
      `select student_code as "studentCode", njzydm as "gradeMajorId", njdm as "gradeCode", xslbdm as "studentType"
         from base.student where student_code = $1`,
      [studentCode],
    ),
  );
  return rows[0];
}
