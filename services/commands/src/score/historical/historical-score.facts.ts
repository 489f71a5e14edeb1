import type { NamedGrade } from '@jwxt/contracts/score/historical/historical-score.rules.ts';
import type { ScoreRemarkCode } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

/** An old score with the student and the course that it is about. Credits in tenths. */
export interface HistoricalScore {
  readonly historicalScoreId: string;
  readonly studentCode: string;
  readonly studentNumber: string;
  readonly studentName: string;
  readonly departmentId: string;
  readonly bjdm: string;
  readonly njzydm: string;
  readonly courseId: string;
  readonly courseNum: string;
  readonly courseName: string;
  readonly courseCredit: number;
  readonly scoreHierarchyCode: string;
  readonly openDepartmentId: string;
  readonly semesterId: string;
  readonly examNature: string;
  readonly scoreValue: string | null;
  readonly scoreRemarkCode: ScoreRemarkCode;
  readonly sourceNote: string;
  readonly enterStatus: string;
}

/** The row of a key, or undefined. */
export async function loadHistoricalScore(db: Queryable, key: string): Promise<HistoricalScore | undefined> {
  const { rows } = await db.query<HistoricalScore>(
    `select score.historical_score_id as "historicalScoreId", student.student_code as "studentCode",
        student.student_number as "studentNumber", student.student_name as "studentName", student.dwh as "departmentId",
        student.bjdm, student.njzydm, course.kch as "courseId", course.ywbm as "courseNum", course.kcmc as "courseName",
        coalesce(score.credit, course.xf) as "courseCredit", course.score_hierarchy_code as "scoreHierarchyCode",
        course.kkxy as "openDepartmentId", score.semester_id as "semesterId", score.exam_nature as "examNature",
        score.score_value as "scoreValue", score.score_remark_code as "scoreRemarkCode",
        score.source_note as "sourceNote", score.enter_status as "enterStatus"
       from base.historical_score score join base.student using (student_code)
       join base.course on course.kch = score.course_id
      where score.historical_score_id = $1`,
    [key],
  );
  return rows[0];
}

/** Who brought a row in or changed it, the last one first. */
export async function writersOf(db: Queryable, key: string): Promise<{ userName: string; name: string }[]> {
  const { rows } = await db.query<{ userName: string; name: string }>(
    `select user_name as "userName", name from base.operation_log
      where resource = 'scoreImport' and key = $1 and operation in ('create', 'update')
      order by at desc`,
    [key],
  );
  return rows;
}

/** The grades of all grade systems. */
export async function loadNamedGrades(db: Queryable): Promise<NamedGrade[]> {
  const { rows } = await db.query<NamedGrade>(
    `select score_hierarchy_code as "scoreHierarchyCode", score_value_name as name, score_percentile_value as value
       from base.score_value order by score_hierarchy_code, sort_num`,
  );
  return rows;
}
