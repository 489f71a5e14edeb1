import { hoursText } from '@jwxt/contracts/base-info/course.rules.ts';
import type { PlanCell, PlanDetail, PlanLimit } from '@jwxt/contracts/scheme/plan/execution-plan.operations.ts';
import { termOfSemester } from '@jwxt/contracts/scheme/plan/term.rules.ts';
import { projectType } from '@jwxt/contracts/scheme/schema/schema.vocabulary.ts';
import { readPlanNodes } from '@jwxt/infra/runtime/plan-adjustment.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

type Stored = Omit<PlanCell, 'credit' | 'totalHour' | 'weekHours' | 'hours'> & {
  readonly credit: number;
  readonly totalHour: number;
  readonly weekHours: number | null;
  readonly hours: readonly { readonly xsmc: string; readonly xs: number }[];
};

/** What a plan is of: its grade-major. */
export interface PlanHead extends Omit<PlanDetail, 'rows' | 'mayGenerate' | 'currentTerm'> {
  readonly currentTerm: number;
  readonly mayGenerate: boolean;
}

const tenthsText = (value: number | null): string => (value === null ? '' : hoursText(value));

/** The grade-major of a plan with what it asks for; undefined: there is none. */
export async function readPlanHead(db: Queryable, gradeMajorId: string): Promise<PlanHead | undefined> {
  const { rows } = await db.query<
    Omit<PlanHead, 'totalCredit' | 'requiredCredit' | 'electiveCredit' | 'currentTerm'> & {
      readonly totalCredit: number | null;
      readonly requiredCredit: number | null;
      readonly electiveCredit: number | null;
      readonly currentSemester: string | null;
    }
  >(
    `select njzydm as "gradeMajorId", njzymc as "gradeMajorName", department.dwmc as "departmentName", njdm as grade,
        least(12, greatest(2, (xz * 2 / 10)))::int as terms, wanted.total_credit as "totalCredit",
        wanted.required_credit as "requiredCredit", wanted.elective_credit as "electiveCredit",
        coalesce(version.scheme_version_name, '') as "schemeVersionName",
        (select max(xnxq) from base.semester where sfdqxq = '1') as "currentSemester",
        exists (select from base.major_schema_place place where place.njzydm = grade_major.njzydm
          and slot = 'current' and project_type = $2) as "mayGenerate"
       from base.grade_major join base.department using (dwh)
       left join base.grade_major_requirement wanted on wanted.grade_major_id = grade_major.njzydm
       left join base.scheme_version version on version.scheme_version_id = wanted.scheme_version_id
      where njzydm = $1`,
    [gradeMajorId, projectType.major],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { totalCredit, requiredCredit, electiveCredit, currentSemester, ...head } = row;
  return {
    ...head,
    totalCredit: tenthsText(totalCredit),
    requiredCredit: tenthsText(requiredCredit),
    electiveCredit: tenthsText(electiveCredit),
    currentTerm: currentSemester === null ? 0 : Math.max(0, termOfSemester(head.grade, currentSemester)),
  };
}

/** The rows of a plan, by term. */
export async function readPlanRows(db: Queryable, gradeMajorId: string): Promise<PlanCell[]> {
  const { rows } = await db.query<Stored>(
    `select plan.execution_plan_id as "executionPlanId", plan.xmin::text as version, plan.kch as "courseId",
        course.ywbm as "courseBusinessCode", course.kcmc as "courseName", plan.term, plan.xnxq as "semesterId",
        coalesce(plan.course_system_id, '') as "courseSystemId",
        coalesce(plan.course_system_name, '') as "courseSystemName", department.dwmc as "openDepartmentName",
        plan.course_attribute as "courseAttribute", coalesce(attribute.mc, '') as "courseAttributeName",
        coalesce(nature.mc, '') as "courseNatureName", plan.credit, plan.total_hour as "totalHour",
        plan.week_hours as "weekHours",
        (select coalesce(jsonb_agg(jsonb_build_object('xsmc', coalesce(type.mc, one->>'xsbh'), 'xs', (one->>'xs')::int)
            order by one->>'xsbh'), '[]')
          from jsonb_array_elements(plan.hours) one
          left join base.data_dict type on type.dmlb = 'XTGL_XSLX' and type.dm = one->>'xsbh') as hours,
        coalesce(plan.start_end_week, '') as "startEndWeek", coalesce(exam.mc, '') as "examMethodName",
        coalesce(plan.direction_name, '') as "directionName", plan.special_item_sign as "specialItemSign",
        plan.plan_source as "planSource", plan.plan_status as "planStatus", plan.open_status as "openStatus",
        coalesce(base.plan_fixed(plan, true), '') as fixed,
        (select count(*)::int from base.class_plan_set one where one.execution_plan_id = plan.execution_plan_id)
          as exceptions
       from base.execution_plan plan join base.course on course.kch = plan.kch
       join base.department on department.dwh = plan.open_department_id
       left join base.data_dict attribute on attribute.dmlb = 'XTGL_KCSXDMJ' and attribute.dm = plan.course_attribute
       left join base.data_dict nature on nature.dmlb = 'XTGL_KCXZDMJ' and nature.dm = plan.course_nature
       left join base.data_dict exam on exam.dmlb = 'XTGL_KSXS' and exam.dm = plan.exam_method
      where plan.njzydm = $1 and plan.plan_status <> '3'
      order by plan.term, plan.course_system_name nulls last, course.ywbm`,
    [gradeMajorId],
  );
  return rows.map(({ credit, totalHour, weekHours, hours, ...row }) => ({
    ...row,
    credit: hoursText(credit),
    totalHour: hoursText(totalHour),
    weekHours: tenthsText(weekHours),
    hours: hours.map(({ xsmc, xs }) => ({ xsmc, xs: hoursText(xs) })),
  }));
}

/** Modules and classes of the grade-major's version with what they ask for and what the plan has there. */
export async function readPlanLimits(db: Queryable, gradeMajorId: string): Promise<PlanLimit[]> {
  return (await readPlanNodes(db, gradeMajorId)).map(({ minCredit, maxCredit, arranged, ...row }) => ({
    ...row,
    minCredit: tenthsText(minCredit),
    maxCredit: tenthsText(maxCredit),
    arrangedCredit: hoursText(arranged),
    missing: minCredit !== null && arranged < minCredit ? hoursText(minCredit - arranged) : '',
  }));
}

/** The classes of courses that a grade-major's plan may place its courses in. */
export async function readCourseSystem(db: Queryable, gradeMajorId: string) {
  const { rows } = await db.query<{ courseSystemId: string; courseSystemName: string }>(
    `select classify_id as "courseSystemId", module_name || '／' || classify_name as "courseSystemName"
       from base.scheme_classify join base.grade_major_requirement wanted using (scheme_version_id)
      where wanted.grade_major_id = $1
      order by base.scheme_module_path(module_id), sort_num`,
    [gradeMajorId],
  );
  return rows;
}

/** The items of a plan row's course in its semester. */
export async function readPlanItems(db: Queryable, key: string) {
  const { rows } = await db.query<{
    specialItemId: string;
    itemName: string;
    itemType: string;
    capacity: number | null;
    studentNum: number;
  }>(
    `select special_item_id as "specialItemId", item_name as "itemName", item_type as "itemType", capacity,
        student_num as "studentNum"
       from base.special_item item join base.execution_plan plan
         on plan.kch = item.course_id and plan.xnxq = item.semester_id
      where plan.execution_plan_id = $1 order by item_name`,
    [key],
  );
  return rows;
}
