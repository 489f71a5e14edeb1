import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import type { freeOutsideScores } from '@jwxt/contracts/recognition/recognition.operations.ts';
import { cognizanceStatus } from '@jwxt/contracts/recognition/outside-school-score.resource.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

type Free = OutputOf<typeof freeOutsideScores>['list'];

/** Scores of other schools of a student that no application uses. */
export async function readFreeOutsideScores(db: Queryable, studentCode: string): Promise<Free> {
  const text = (column: string) => `coalesce(${column}, '')`;
  const { rows } = await db.query<Free[number]>(
    `select out_school_score_id as "outSchoolScoreId", out_school_name as "outSchoolName",
        out_school_score_type as "outSchoolScoreType", ${text('out_semester_id')} as "outSemesterId",
        ${text('out_course_code')} as "outCourseCode", out_course_name as "outCourseName",
        (out_course_credit / 10.0)::numeric(6, 1)::text as "outCourseCredit",
        ${text('trim_scale(out_course_period / 10.0)::text')} as "outCoursePeriod",
        ${text('out_course_nature_name')} as "outCourseNatureName",
        ${text('out_course_attribute_name')} as "outCourseAttributeName",
        out_score_cognizance_final_value as "outScoreCognizanceFinalValue"
       from base.outside_school_score where student_code = $1 and cognizance_status = $2
      order by out_semester_id nulls last, out_course_name`,
    [studentCode, cognizanceStatus.free],
  );
  return rows;
}
