import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { recognisablePercent } from '@jwxt/contracts/recognition/recognition-arithmetic.ts';
import type { RecognitionRequest } from '@jwxt/contracts/recognition/recognition.events.ts';
import {
  recognitionKinds,
  SCORE_SOURCE_DICTIONARY,
  type RecognitionKind,
} from '@jwxt/contracts/recognition/recognition.vocabulary.ts';

/** A student as a request names him, with the units that approve. */
export type PlanStudent = Pick<
  RecognitionRequest,
  | 'studentCode'
  | 'studentNumber'
  | 'studentName'
  | 'departmentId'
  | 'departmentName'
  | 'bjdm'
  | 'studentClassName'
  | 'njzydm'
>;
/** A course of a student's execution plan, with the credit that this gives it. Credit and hours in tenths. */
export interface PlanCourse {
  readonly courseId: string;
  readonly courseNum: string;
  readonly courseName: string;
  readonly courseCredit: number;
  readonly hours: number;
  readonly semesterId: string;
  readonly courseNatureName: string;
  readonly courseAttributeName: string;
  readonly openDepartmentId: string;
  readonly openDepartmentName: string;
  readonly scoreHierarchyCode: string;
  readonly scoreHierarchyName: string;
}

/** The student, or undefined. */
export async function loadStudent(db: Queryable, studentCode: string): Promise<PlanStudent | undefined> {
  const { rows } = await db.query<PlanStudent>(
    `select student.student_code as "studentCode", student.student_number as "studentNumber",
      student.student_name as "studentName",
        student.dwh as "departmentId", department.dwmc as "departmentName",
            student.bjdm, class_info.bjmc as "studentClassName", student.njzydm
       from base.student join base.department on department.dwh = student.dwh
         join base.class_info on class_info.bjdm = student.bjdm
      where student.student_code = $1`,
    [studentCode],
  );
  return rows[0];
}

/**
 * Those of the courses that are in the student's plan: that of the grade and major, and what he has chosen beside it
 * and was approved.
 */
export async function loadPlanCourses(
  db: Queryable,
  { studentCode }: { studentCode: string },
  courseIds: readonly string[],
): Promise<Map<string, PlanCourse>> {
  const { rows } = await db.query<PlanCourse>(
    `select course.kch as "courseId", course.ywbm as "courseNum", course.kcmc as "courseName",
      coalesce(plan.credit, course.xf) as "courseCredit", course.zxs as hours,
        plan.xnxq as "semesterId",
            coalesce(entry.mc, course.kcxz) as "courseNatureName", coalesce(other_entry.mc,
              course.kcsx) as "courseAttributeName",
              course.kkxy as "openDepartmentId", department.dwmc as "openDepartmentName",
            course.score_hierarchy_code as "scoreHierarchyCode", coalesce(scale.score_hierarchy_name,
              course.score_hierarchy_code) as
              "scoreHierarchyName"
       from (select kch, xnxq, credit from base.student_plan where student_code = $1
             union all select own_plan.kch, own_plan.xnxq, null from base.personal_course_plan own_plan
             where own_plan.student_code = $1 and own_plan.confirm_status = '1'
                   and not exists (select 1 from base.student_plan other_plan
                     where other_plan.student_code = $1 and other_plan.kch = own_plan.kch)) plan
       join base.course on course.kch = plan.kch
       join base.department on department.dwh = course.kkxy
       left join base.data_dict entry on entry.dmlb = 'XTGL_KCXZDMJ' and entry.dm = course.kcxz
       left join base.data_dict other_entry on other_entry.dmlb = 'XTGL_KCSXDMJ' and other_entry.dm = course.kcsx
       left join base.score_hierarchy scale on scale.score_hierarchy_code = course.score_hierarchy_code
      where plan.kch = any($2)`,
    [studentCode, courseIds],
  );
  return new Map(rows.map((row) => [row.courseId, row]));
}

/** Names of courses, for saying which one is not in the plan. */
export async function loadCourseNames(db: Queryable, courseIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.query<{ kch: string; kcmc: string }>(
    'select kch, kcmc from base.course where kch = any($1)',
    [courseIds],
  );
  return new Map(rows.map(({ kch, kcmc }) => [kch, kcmc]));
}

/** What attempts do not say of their courses: nature, attribute and hours (tenths), by course id. */
export async function loadCourseTraits(
  db: Queryable,
  courseIds: readonly string[],
): Promise<Map<string, CourseTraits>> {
  const { rows } = await db.query<CourseTraits & { kch: string }>(
    `select course.kch, coalesce(entry.mc, course.kcxz) as nature, coalesce(other_entry.mc, course.kcsx) as attribute,
      course.zxs as hours
       from base.course
       left join base.data_dict entry on entry.dmlb = 'XTGL_KCXZDMJ' and entry.dm = course.kcxz
       left join base.data_dict other_entry on other_entry.dmlb = 'XTGL_KCSXDMJ' and other_entry.dm = course.kcsx
      where course.kch = any($1)`,
    [courseIds],
  );
  return new Map(rows.map(({ kch, ...traits }) => [kch, traits]));
}
/** Names of nature and attribute; hours in tenths. */
export interface CourseTraits {
  readonly nature: string;
  readonly attribute: string;
  readonly hours: number;
}

/** Names of the sources of other schools' scores, by code (RECOGNITION-11). */
export async function loadScoreSources(db: Queryable): Promise<Map<string, string>> {
  const { rows } = await db.query<{ dm: string; mc: string }>(
    `select dm, mc from base.data_dict where dmlb = $1 and sfqy = '1'`,
    [SCORE_SOURCE_DICTIONARY],
  );
  return new Map(rows.map(({ dm, mc }) => [dm, mc]));
}

/**
 * Credits that are asked of a student (tenths; decision 061), and how many per cent of them may be recognised:
 * parameter RDSXXF.
 */
export async function loadRequiredCredit(
  db: Queryable,
  studentCode: string,
): Promise<{ requiredCredit: number; percent: number }> {
  const { rows } = await db.query<{ credit: number | null; percent: string | null }>(
    `select (select credit from base.student_required_credit where student_code = $1) as credit,
            (select para_value from base.parameter where param_code = 'RDSXXF') as percent`,
    [studentCode],
  );
  const { credit = null, percent = null } = rows[0] ?? {};
  return { requiredCredit: credit ?? 0, percent: recognisablePercent(percent) };
}

/**
 * When the student may apply (SCORE-MORE-32): null at any time, because the semester has no times for the kind;
 * otherwise the times of the student's grade and unit, each with whether it is now.
 */
export async function loadApplicationTimes(
  db: Queryable,
  kind: RecognitionKind,
  studentCode: string,
  now: string,
): Promise<readonly ApplicationTime[] | null> {
  const { rows } = await db.query<ApplicationTime & { mine: boolean }>(
    `select outside_score_time.begin_time as "beginTime", outside_score_time.end_time as "endTime",
      $3::timestamptz between outside_score_time.begin_time
        and outside_score_time.end_time as open,
            (outside_score_time.grades = '[]' or outside_score_time.grades ? student.njdm)
              and (outside_score_time.department_id is null or outside_score_time.department_id = student.dwh) as mine
       from base.outside_score_time
       join base.semester on semester.xnxq = outside_score_time.semester_id and semester.sfdqxq = '1'
       join base.student on student.student_code = $2
      where outside_score_time.cognizance_type = $1 and outside_score_time.sfqy = '1'
        order by outside_score_time.begin_time`,
    [recognitionKinds[kind].cognizanceType, studentCode, now],
  );
  return rows.length === 0 ? null : rows.filter(({ mine }) => mine);
}
/** One span of time in which applications are taken, and whether it is now. */
export interface ApplicationTime {
  readonly beginTime: Date;
  readonly endTime: Date;
  readonly open: boolean;
}

/** The bands of all grade systems. */
export async function loadGradeBands(db: Queryable): Promise<readonly GradeBand[]> {
  const { rows } = await db.query<GradeBand>(
    `select score_hierarchy_code as code, score_percentile_min_value as min, score_percentile_max_value as max,
        score_percentile_value as percentile, score_value_name as name
       from base.score_value order by score_hierarchy_code, sort_num`,
  );
  return rows;
}

/** One band of a grade system: ends in hundredths, both inside, with the grade's name; a failing grade counts for 0. */
export interface GradeBand {
  readonly code: string;
  readonly min: number;
  readonly max: number;
  readonly percentile: number;
  readonly name: string;
}

/** The semester of today, under which a recognised score is recorded; null when none is set. */
export async function loadCurrentSemester(db: Queryable): Promise<string | null> {
  const { rows } = await db.query<{ xnxq: string }>("select xnxq from base.semester where sfdqxq = '1'");
  return rows[0]?.xnxq ?? null;
}
