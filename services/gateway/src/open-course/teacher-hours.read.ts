import type { z } from 'zod';
import {
  jobStatusNames,
  TEACHER_HOUR_PARAMETER,
  TEACHER_HOURS,
  type JobStatus,
} from '@jwxt/contracts/open-course/open-course.vocabulary.ts';
import type {
  exportTeacherHours,
  TeacherHourLine,
  TeacherLoad,
  teacherHourSorts,
} from '@jwxt/contracts/open-course/open-course.operations.ts';
import { hoursText } from '@jwxt/contracts/base-info/course.rules.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Principal } from '../kernel/principal.ts';
import { scopeCondition } from '../kernel/scope.ts';
import { mapped, selection, type Selection } from '../kernel/selection.ts';
import { sortedOrder, byPinyin, type ListPage } from '../kernel/sorted-by.ts';
import { containing, sqlParams, type SqlParams } from '../kernel/sql-params.ts';

type Filter = z.output<typeof exportTeacherHours.input>;
/** Hours in tenths. */
interface Found {
  readonly semesterId: string;
  readonly semesterName: string;
  readonly teacherCode: string;
  readonly teacherNumber: string;
  readonly teacherName: string;
  readonly departmentName: string;
  readonly jobNum: number;
  readonly theory: number;
  readonly all: number;
  readonly most: number;
}
/** The hour type that is no practice. */
const THEORY = '1';

/** What teachers have to teach, of jobs that are not stopped; the scope is that of the teacher's unit. */
function loads(user: Principal, permission: PermissionCode | null, filter: Filter, params: SqlParams): string {
  const { semesterId, departmentId, keyword, overSign } = filter;
  const named = (column: string): string => `${column} ilike ${params.add(containing(keyword ?? ''))}`;
  const conditions = [
    `job.job_status <> '3'`,
    scopeCondition(user, permission, { target: 'resource', DW: 'teacher.dwh' }, params),
    ...(semesterId ? [`job.semester_id = ${params.add(semesterId)}`] : []),
    ...(departmentId ? [`teacher.dwh = ${params.add(departmentId)}`] : []),
    ...(keyword ? [`(${named('teacher.xm')} or ${named('teacher.ywbm')})`] : []),
  ];
  const over = overSign === undefined ? '' : `where ("all" > most) = ${overSign === yesNo.yes ? 'true' : 'false'}`;
  return `select * from (
    select job.semester_id as "semesterId", semester.xnxqmc as "semesterName", teacher.gh as "teacherCode",
        teacher.ywbm as "teacherNumber", teacher.xm as "teacherName", department.dwmc as "departmentName",
        count(distinct job.teaching_class_id)::int as "jobNum",
        coalesce(sum(plan.hour) filter (where plan.hour_type = '${THEORY}'), 0)::int as theory,
        sum(plan.hour)::int as "all",
        coalesce((select (para_value::numeric * 10)::int from base.parameter
          where param_code = ${params.add(TEACHER_HOUR_PARAMETER)} and para_value ~ '^[0-9]{1,5}$'),
          ${params.add(TEACHER_HOURS * 10)}::int) as most
      from base.teacher_plan plan join base.teaching_job job using (teaching_class_id)
      join base.teacher using (gh) join base.department on department.dwh = teacher.dwh
      join base.semester on semester.xnxq = job.semester_id
     where ${conditions.join(' and ')}
     group by job.semester_id, semester.xnxqmc, teacher.gh, teacher.ywbm, teacher.xm, department.dwmc) load ${over}`;
}
/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof teacherHourSorts)[number], string>> = {
  semesterId: '"semesterId"',
  teacherNumber: '"teacherNumber"',
  teacherName: byPinyin('"teacherName"'),
  departmentName: byPinyin('"departmentName"'),
  jobNum: '"jobNum"',
  theoryHours: 'theory',
  practiceHours: '("all" - theory)',
  totalHours: '"all"',
};

const inOrder = '"semesterId" desc, "all" desc, "teacherNumber"';

const shown = ({ theory, all, most, ...load }: Found): TeacherLoad => ({
  ...load,
  theoryHours: hoursText(theory),
  practiceHours: hoursText(all - theory),
  totalHours: hoursText(all),
  limitHours: hoursText(most),
  overSign: all > most ? yesNo.yes : yesNo.no,
});

/** One page of what teachers have to teach (OPEN-COURSE-06), the busiest first. */
export async function listTeacherHours(
  db: Queryable,
  user: Principal,
  { pageNo, pageSize, sort, ...filter }: Filter & ListPage<(typeof teacherHourSorts)[number]>,
): Promise<{ rows: TeacherLoad[]; total: number }> {
  const params = sqlParams();
  const all = loads(user, 'teacherHours:query', filter, params);
  const { rows } = await db.query<{ n: number }>(`select count(*)::int as n from (${all}) counted`, [...params.values]);
  const cut = `limit ${params.add(pageSize)} offset ${params.add((pageNo - 1) * pageSize)}`;
  const { rows: found } = await db.query<Found>(
    `${all} order by ${sortedOrder(sort, sortExpressions, inOrder)} ${cut}`,
    [...params.values],
  );
  return { rows: found.map(shown), total: rows[0]?.n ?? 0 };
}

/** All of it, for a workbook. */
export function selectTeacherHours(
  user: Principal,
  permission: PermissionCode | null,
  filter: Filter,
): Selection<TeacherLoad> {
  const params = sqlParams();
  return mapped(
    selection<Found>(`${loads(user, permission, filter, params)} order by ${inOrder}`, params.values),
    shown,
  );
}

/** The hours of one teacher in a semester, job by job; how many he can have of each type at most. */
export async function teacherHourLines(
  db: Queryable,
  user: Principal,
  { semesterId, teacherCode }: { readonly semesterId: string; readonly teacherCode: string },
): Promise<TeacherHourLine[]> {
  const params = sqlParams();
  const { rows } = await db.query<Omit<TeacherHourLine, 'jobStatusName'> & { jobStatus: JobStatus }>(
    `select job.teaching_class_id as "teachingClassId", job.teaching_class_name as "teachingClassName",
        course.kcmc as "courseName", job.job_status as "jobStatus", plan.hour_type as "hourType",
        coalesce(type.mc, plan.hour_type) as "hourName", (plan.hour / 10.0)::float8 as hour,
        plan.start_end_week as "startEndWeek",
        (greatest(0, coalesce(part.hours * coalesce(part.group_num, 1), job.total_hour) - (
          select coalesce(sum(other.hour), 0) from base.teacher_plan other
            where other.teaching_class_id = job.teaching_class_id and other.teacher_plan_id <> plan.teacher_plan_id
              and (part.link_id is null or other.hour_type = plan.hour_type))) / 10.0)::float8 as most
       from base.teacher_plan plan join base.teaching_job job using (teaching_class_id)
       join base.course on course.kch = job.course_id join base.teacher using (gh)
       left join base.teaching_process_link part
         on part.teaching_class_id = job.teaching_class_id and part.xsbh = plan.hour_type
       left join base.data_dict type on type.dmlb = 'XTGL_XSLX' and type.dm = plan.hour_type
      where job.semester_id = ${params.add(semesterId)} and plan.gh = ${params.add(teacherCode)}
        and job.job_status <> '3' and ${scopeCondition(
          user,
          'teacherHours:query',
          { target: 'resource', DW: 'teacher.dwh' },
          params,
        )}
      order by job.teaching_class_code, plan.hour_type`,
    [...params.values],
  );
  return rows.map((row) => ({ ...row, jobStatusName: jobStatusNames[row.jobStatus] }));
}
