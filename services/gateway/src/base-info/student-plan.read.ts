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
 * Planned courses of one student in scope, with the names behind their codes: of the grade and major (approved as a
 * whole), and the student's own.
 */
const planned = (student: string, scope: string): string => `from (
    select p.njzydm || '.' || p.kch as key, p.kch, p.xnxq, p.course_system_name, '1' as status, '1' as source
      from base.student s join base.execution_plan p on p.njzydm = s.njzydm
      where s.student_code = ${student} and ${scope}
    union all
    select o.personal_course_plan_key, o.kch, o.xnxq, o.course_system_name, o.confirm_status, '2'
      from base.student s join base.personal_course_plan o on o.student_code = s.student_code
      where s.student_code = ${student} and ${scope}
      and not exists (select from base.execution_plan p where p.njzydm = s.njzydm and p.kch = o.kch)
  ) p
  join base.course k on k.kch = p.kch
  join base.department d on d.dwh = k.kkxy
  left join base.data_dict attribute on attribute.dmlb = 'XTGL_KCSXDMJ' and attribute.dm = k.kcsx
  left join base.data_dict nature on nature.dmlb = 'XTGL_KCXZDMJ' and nature.dm = k.kcxz
  left join base.data_dict exam on exam.dmlb = 'XTGL_KSXS' and exam.dm = k.khfs`;

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
  const scope = scopeCondition(user, PLAN_PERMISSION, studentScope('s'), params);
  const from = `${planned(params.add(studentCode), scope)} where ${['true', ...conditionsOf(params)].join(' and ')}`;
  const countValues = [...params.values];
  const [page, count] = await Promise.all([
    db.query<PlanRow>(
      `select p.key, p.kch, k.ywbm, k.kcmc, k.xf, k.zxs, k.zhxs, d.dwmc as unit, coalesce(nature.mc, k.kcxz) as nature,
          coalesce(attribute.mc, k.kcsx) as attribute,
              coalesce(exam.mc, k.khfs) as exam, coalesce(p.course_system_name, '') as system, p.xnxq, p.status,
                p.source
         ${from} order by p.xnxq, k.ywbm limit ${params.add(pageSize)} offset ${params.add((pageNum - 1) * pageSize)}`,
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
    `p.status = '1'`,
    ...like(params, 'k.ywbm', ywbm),
    ...like(params, 'k.kcmc', kcmc),
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
    ...like(params, 'k.ywbm', courseBusinessCode),
    ...like(params, 'k.kcmc', courseName),
    ...(confirmStatus ? [`p.status = ${params.add(confirmStatus)}`] : []),
    ...(source ? [`p.source = ${params.add(source)}`] : []),
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
