import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
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
/** A course of a student's execution plan. Credit and hours in tenths. */
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
    `select s.student_code as "studentCode", s.student_number as "studentNumber", s.student_name as "studentName",
        s.dwh as "departmentId", d.dwmc as "departmentName",
            s.bjdm, b.bjmc as "studentClassName", s.njzydm
       from base.student s join base.department d on d.dwh = s.dwh join base.class_info b on b.bjdm = s.bjdm
      where s.student_code = $1`,
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
  { njzydm, studentCode }: { njzydm: string; studentCode: string },
  courseIds: readonly string[],
): Promise<Map<string, PlanCourse>> {
  const { rows } = await db.query<PlanCourse>(
    `select k.kch as "courseId", k.ywbm as "courseNum", k.kcmc as "courseName", k.xf as "courseCredit", k.zxs as hours,
        p.xnxq as "semesterId",
            coalesce(n.mc, k.kcxz) as "courseNatureName", coalesce(a.mc, k.kcsx) as "courseAttributeName",
              k.kkxy as "openDepartmentId", d.dwmc as "openDepartmentName",
            k.score_hierarchy_code as "scoreHierarchyCode", coalesce(h.score_hierarchy_name, k.score_hierarchy_code) as
              "scoreHierarchyName"
       from (select kch, xnxq from base.execution_plan where njzydm = $1
             union all select c.kch, c.xnxq from base.personal_course_plan c
             where c.student_code = $3 and c.confirm_status = '1'
                   and not exists (select 1 from base.execution_plan e where e.njzydm = $1 and e.kch = c.kch)) p
       join base.course k on k.kch = p.kch
       join base.department d on d.dwh = k.kkxy
       left join base.data_dict n on n.dmlb = 'XTGL_KCXZDMJ' and n.dm = k.kcxz
       left join base.data_dict a on a.dmlb = 'XTGL_KCSXDMJ' and a.dm = k.kcsx
       left join base.score_hierarchy h on h.score_hierarchy_code = k.score_hierarchy_code
      where p.kch = any($2)`,
    [njzydm, courseIds, studentCode],
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
    `select k.kch, coalesce(n.mc, k.kcxz) as nature, coalesce(a.mc, k.kcsx) as attribute, k.zxs as hours
       from base.course k
       left join base.data_dict n on n.dmlb = 'XTGL_KCXZDMJ' and n.dm = k.kcxz
       left join base.data_dict a on a.dmlb = 'XTGL_KCSXDMJ' and a.dm = k.kcsx
      where k.kch = any($1)`,
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

/** Used where the school has not set RDSXXF. */
const DEFAULT_PERCENT = 50;

/**
 * Credits of the plan of a grade and major (tenths), and how many per cent of them may be recognised: parameter RDSXXF.
 */
export async function loadPlanCredit(db: Queryable, njzydm: string): Promise<{ planCredit: number; percent: number }> {
  const { rows } = await db.query<{ credit: number; percent: string | null }>(
    `select coalesce((select sum(k.xf) from base.execution_plan p join base.course k on k.kch = p.kch
        where p.njzydm = $1), 0)::int as credit,
            (select para_value from base.parameter where param_code = 'RDSXXF') as percent`,
    [njzydm],
  );
  const percent = Number(rows[0]?.percent ?? DEFAULT_PERCENT);
  return {
    planCredit: rows[0]?.credit ?? 0,
    percent: Number.isInteger(percent) && percent >= 0 && percent <= 100 ? percent : DEFAULT_PERCENT,
  };
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
    `select t.begin_time as "beginTime", t.end_time as "endTime", $3::timestamptz between t.begin_time
        and t.end_time as open,
            (t.grades = '[]' or t.grades ? s.njdm) and (t.department_id is null or t.department_id = s.dwh) as mine
       from base.outside_score_time t
       join base.semester x on x.xnxq = t.semester_id and x.sfdqxq = '1'
       join base.student s on s.student_code = $2
      where t.cognizance_type = $1 and t.sfqy = '1' order by t.begin_time`,
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
        score_value_name as name
       from base.score_value order by score_hierarchy_code, sort_num`,
  );
  return rows;
}

/** One band of a grade system: ends in hundredths, both inside, with the grade's name. */
export interface GradeBand {
  readonly code: string;
  readonly min: number;
  readonly max: number;
  readonly name: string;
}

/** The semester of today, under which a recognised score is recorded; null when none is set. */
export async function loadCurrentSemester(db: Queryable): Promise<string | null> {
  const { rows } = await db.query<{ xnxq: string }>("select xnxq from base.semester where sfdqxq = '1'");
  return rows[0]?.xnxq ?? null;
}
