import type { z } from 'zod';
import { hoursText } from '@jwxt/contracts/base-info/course.rules.ts';
import type { PlanCourseRow, queryPlanCourses } from '@jwxt/contracts/base-info/course.operations.ts';
import type {
  PersonalCoursePlanRow,
  queryPersonalCoursePlan,
  confirmStatusNames,
  planSourceNames,
} from '@jwxt/contracts/base-info/personal-course-plan.operations.ts';
import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Principal } from '../kernel/principal.ts';
import { scopeCondition } from '../kernel/scope.ts';
import { containing, sqlParams, type SqlParams } from '../kernel/sql-params.ts';
import { studentScope } from './shared/student-scope.ts';

export const PLAN_PERMISSION: PermissionCode = 'personalCoursePlan:query';

export const creditText = (tenths: number): string => formatDecimal(tenths, 1, 1);

interface PlanRow {
  key: string;
  kch: string;
  ywbm: string;
  kcmc: string;
  xf: number;
  zxs: number;
  zhxs: number | null;
  unit: string;
  nature: string;
  attribute: string;
  exam: string;
  system: string;
  xnxq: string;
  status: keyof typeof confirmStatusNames;
  source: keyof typeof planSourceNames;
}

/**
 * Planned courses of one student in scope, with the names behind their codes: of the grade and major or of his own
 * scheme (approved as a whole), and what he chose beside it. A course has the credit that the plan gives it.
 */
const planned = (student: string, scope: string): string => `from (
    select plan.plan_grade_major || '.' || plan.kch as key, plan.kch, plan.xnxq, plan.course_system_name, '1' as status,
      '1' as source, plan.credit
      from base.student join base.student_plan plan using (student_code)
      where student.student_code = ${student} and ${scope}
    union all
    select own_plan.personal_course_plan_key, own_plan.kch, own_plan.xnxq, own_plan.course_system_name,
      own_plan.confirm_status, '2', null
      from base.student join base.personal_course_plan own_plan on own_plan.student_code = student.student_code
      where student.student_code = ${student} and ${scope}
      and not exists (select from base.student_plan plan
        where plan.student_code = student.student_code and plan.kch = own_plan.kch)
  ) plan
  join base.course on course.kch = plan.kch
  join base.department on department.dwh = course.kkxy
  left join base.data_dict attribute on attribute.dmlb = 'XTGL_KCSXDMJ' and attribute.dm = course.kcsx
  left join base.data_dict nature on nature.dmlb = 'XTGL_KCXZDMJ' and nature.dm = course.kcxz
  left join base.data_dict exam on exam.dmlb = 'XTGL_KSXS' and exam.dm = course.khfs`;

interface Page {
  readonly pageNum: number;
  readonly pageSize: number;
}

async function listPlanned(
  db: Queryable,
  user: Principal,
  studentCode: string,
  { pageNum, pageSize }: Page,
  conditionsOf: (params: SqlParams) => string[],
): Promise<{ rows: PlanRow[]; total: number }> {
  const params = sqlParams();
  const scope = scopeCondition(user, PLAN_PERMISSION, studentScope('student'), params);
  const from = `${planned(params.add(studentCode), scope)} where ${['true', ...conditionsOf(params)].join(' and ')}`;
  const countValues = [...params.values];
  const [page, count] = await Promise.all([
    db.query<PlanRow>(
      `select plan.key, plan.kch, course.ywbm, course.kcmc, coalesce(plan.credit, course.xf) as xf, course.zxs,
        course.zhxs,
        department.dwmc as unit, coalesce(nature.mc, course.kcxz) as nature,
          coalesce(attribute.mc, course.kcsx) as attribute,
              coalesce(exam.mc, course.khfs) as exam, coalesce(plan.course_system_name, '') as system, plan.xnxq,
                plan.status,
                plan.source
         ${from} order by plan.xnxq, course.ywbm
          limit ${params.add(pageSize)} offset ${params.add((pageNum - 1) * pageSize)}`,
      [...params.values],
    ),
    db.query<{ total: number }>(`select count(*)::int as total ${from}`, countValues),
  ]);
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 };
}

const like = (params: SqlParams, column: string, text: string | undefined): string[] =>
  text ? [`${column} ilike ${params.add(containing(text))}`] : [];

/** Planned courses as the score area chooses them (PICKERS-022): approved ones only. */
export async function listPlanCourses(
  db: Queryable,
  user: Principal,
  { studentCode, ywbm, kcmc, ...page }: z.output<(typeof queryPlanCourses)['input']>,
): Promise<{ rows: PlanCourseRow[]; total: number }> {
  const { rows, total } = await listPlanned(db, user, studentCode, page, (params) => [
    `plan.status = '1'`,
    ...like(params, 'course.ywbm', ywbm),
    ...like(params, 'course.kcmc', kcmc),
  ]);
  return {
    rows: rows.map((row) => ({
      planId: row.key,
      kch: row.kch,
      ywbm: row.ywbm,
      kcmc: row.kcmc,
      kkxymc: row.unit,
      kcsxmc: row.attribute,
      xf: creditText(row.xf),
      xnxq: row.xnxq,
    })),
    total,
  };
}

/** The personal course plan with its approval status (PICKERS-146…148). */
export async function listPersonalPlan(
  db: Queryable,
  user: Principal,
  {
    studentCode,
    courseBusinessCode,
    courseName,
    confirmStatus,
    source,
    ...page
  }: z.output<(typeof queryPersonalCoursePlan)['input']>,
): Promise<{ rows: PersonalCoursePlanRow[]; total: number }> {
  const { rows, total } = await listPlanned(db, user, studentCode, page, (params) => [
    ...like(params, 'course.ywbm', courseBusinessCode),
    ...like(params, 'course.kcmc', courseName),
    ...(confirmStatus ? [`plan.status = ${params.add(confirmStatus)}`] : []),
    ...(source ? [`plan.source = ${params.add(source)}`] : []),
  ]);
  return {
    rows: rows.map((row) => ({
      personalCoursePlanKey: row.key,
      confirmStatus: row.status,
      courseBusinessCode: row.ywbm,
      courseName: row.kcmc,
      term: row.xnxq,
      credit: creditText(row.xf),
      hours: hoursText(row.zxs),
      weekHours: row.zhxs === null ? '' : hoursText(row.zhxs),
      courseNatureName: row.nature,
      courseAttributeName: row.attribute,
      courseSystemName: row.system,
      openDepartmentName: row.unit,
      examWayName: row.exam,
      source: row.source,
    })),
    total,
  };
}
