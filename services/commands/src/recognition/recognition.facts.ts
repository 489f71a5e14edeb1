import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { RecognitionRequest } from '@jwxt/contracts/recognition/recognition.events.ts';

/** A student as a request names him, with the units that approve. */
export type PlanStudent = Pick<RecognitionRequest, 'studentCode' | 'studentNumber' | 'studentName' | 'departmentId' | 'departmentName' | 'bjdm' | 'studentClassName' | 'njzydm'>;
/** A course of a student's execution plan. Credit and hours in tenths. */
export interface PlanCourse {
  readonly courseId: string; readonly courseNum: string; readonly courseName: string; readonly courseCredit: number; readonly hours: number; readonly semesterId: string;
  readonly courseNatureName: string; readonly courseAttributeName: string; readonly openDepartmentId: string; readonly scoreHierarchyCode: string; readonly scoreHierarchyName: string;
}

/** The student, or undefined. */
export async function loadStudent(db: Queryable, studentCode: string): Promise<PlanStudent | undefined> {
  const { rows } = await db.query<PlanStudent>(
    `select s.student_code as "studentCode", s.student_number as "studentNumber", s.student_name as "studentName", s.dwh as "departmentId", d.dwmc as "departmentName",
            s.bjdm, b.bjmc as "studentClassName", s.njzydm
       from base.student s join base.department d on d.dwh = s.dwh join base.class_info b on b.bjdm = s.bjdm
      where s.student_code = $1`,
    [studentCode],
  );
  return rows[0];
}

/** Those of the courses that are in the plan of the grade and major. */
export async function loadPlanCourses(db: Queryable, njzydm: string, courseIds: readonly string[]): Promise<Map<string, PlanCourse>> {
  const { rows } = await db.query<PlanCourse>(
    `select k.kch as "courseId", k.ywbm as "courseNum", k.kcmc as "courseName", k.xf as "courseCredit", k.zxs as hours, p.xnxq as "semesterId",
            coalesce(n.mc, k.kcxz) as "courseNatureName", coalesce(a.mc, k.kcsx) as "courseAttributeName", k.kkxy as "openDepartmentId",
            k.score_hierarchy_code as "scoreHierarchyCode", coalesce(h.score_hierarchy_name, k.score_hierarchy_code) as "scoreHierarchyName"
       from base.execution_plan p
       join base.course k on k.kch = p.kch
       left join base.data_dict n on n.dmlb = 'XTGL_KCXZDMJ' and n.dm = k.kcxz
       left join base.data_dict a on a.dmlb = 'XTGL_KCSXDMJ' and a.dm = k.kcsx
       left join base.score_hierarchy h on h.score_hierarchy_code = k.score_hierarchy_code
      where p.njzydm = $1 and p.kch = any($2)`,
    [njzydm, courseIds],
  );
  return new Map(rows.map((row) => [row.courseId, row]));
}

/** Names of courses, for saying which one is not in the plan. */
export async function loadCourseNames(db: Queryable, courseIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.query<{ kch: string; kcmc: string }>('select kch, kcmc from base.course where kch = any($1)', [courseIds]);
  return new Map(rows.map(({ kch, kcmc }) => [kch, kcmc]));
}

/** The bands of all grade systems. */
export async function loadGradeBands(db: Queryable): Promise<readonly GradeBand[]> {
  const { rows } = await db.query<GradeBand>(
    `select score_hierarchy_code as code, score_percentile_min_value as min, score_percentile_max_value as max, score_value_name as name
       from base.score_value order by score_hierarchy_code, sort_num`,
  );
  return rows;
}

/** One band of a grade system: ends in hundredths, both inside, with the grade's name. */
export interface GradeBand { readonly code: string; readonly min: number; readonly max: number; readonly name: string }

/** The semester of today, under which a recognised score is recorded; null when none is set. */
export async function loadCurrentSemester(db: Queryable): Promise<string | null> {
  const { rows } = await db.query<{ xnxq: string }>("select xnxq from base.semester where sfdqxq = '1'");
  return rows[0]?.xnxq ?? null;
}
