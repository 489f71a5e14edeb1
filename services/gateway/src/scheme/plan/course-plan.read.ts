import type { z } from 'zod';
import { hoursText } from '@jwxt/contracts/base-info/course.rules.ts';
import { jobStatus } from '@jwxt/contracts/open-course/open-course.vocabulary.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import type {
  CoursePlanRow,
  exportCoursePlan,
  coursePlanSorts,
} from '@jwxt/contracts/scheme/plan/course-plan.operations.ts';
import { taskStatus } from '@jwxt/contracts/scheme/plan/execution-plan.vocabulary.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { allowsSql } from '@jwxt/infra/runtime/status-allowance.ts';
import type { Principal } from '../../kernel/principal.ts';
import { scopeCondition } from '../../kernel/scope.ts';
import { mapped, selection, type Selection } from '../../kernel/selection.ts';
import { sortedOrder, byPinyin, type ListPage } from '../../kernel/sorted-by.ts';
import { containing, sqlParams, type SqlParams } from '../../kernel/sql-params.ts';
import { gradeMajorScoped } from './plan-scope.ts';

const attemptTable = readModelTable(attemptModel, 'attempt');

/** What is asked for, of one semester. */
export type CoursePlanFilter = z.output<typeof exportCoursePlan.input> & { readonly semesterId: string };
type Stored = Omit<CoursePlanRow, 'credit' | 'totalHour'> & { readonly credit: number; readonly totalHour: number };

/** The semester of the plan that is shown where none is named: the current one. */
export async function currentSemester(db: Queryable): Promise<string | null> {
  const { rows } = await db.query<{ id: string | null }>(
    `select max(xnxq) as id from base.semester where sfdqxq = '1'`,
  );
  return rows[0]?.id ?? null;
}

/** SQL: the rows that are found, as `found`, with how many there are besides. */
function foundSql(
  user: Principal,
  permission: PermissionCode | null,
  filter: CoursePlanFilter,
  params: SqlParams,
): string {
  const semester = params.add(filter.semesterId);
  const conditions = [scopeCondition(user, permission, gradeMajorScoped, params)];
  const equals = (column: string, value: string | undefined): void => {
    if (value) conditions.push(`${column} = ${params.add(value)}`);
  };
  equals('planned.njzydm', filter.gradeMajorId);
  equals('grade_major.dwh', filter.departmentId);
  equals('planned.open_department_id', filter.openDepartmentId);
  equals('planned.course_attribute', filter.courseAttribute);
  equals('planned.plan_source', filter.planSource);
  equals('planned.task_status', filter.taskStatus);
  if (filter.keyword) {
    const text = params.add(containing(filter.keyword));
    conditions.push(`(course.kcmc ilike ${text} or course.ywbm ilike ${text} or grade_major.njzymc ilike ${text})`);
  }
  // Rows of the semester by its index, before classes are looked at.
  return `found as (
    select planned.*, course.ywbm, course.kcmc, grade_major.njzymc, grade_major.zydm, grade_major.njdm,
        department.dwmc, coalesce(attribute.mc, '') as attribute_name
      from (select execution_plan_id, semester_id, njzydm, course_id, open_department_id, course_attribute, credit,
          total_hour, plan_source,
          coalesce(sum(student_num) filter (where is_open = '1'), 0)::int as student_num,
          coalesce(string_agg(class_name, '、' order by class_name) filter (where is_open = '1'), '') as class_names,
          case when bool_and(is_open = '0') then '${taskStatus.notOpened}'
            when open_status = '1' or bool_and(is_open = '0' or in_job) then '${taskStatus.made}'
            else '${taskStatus.none}' end as task_status
        from (select *, exists (select from base.teaching_job job where job.course_id = course_plan.course_id
          and job.semester_id = course_plan.semester_id and job.job_status <> '${jobStatus.stopped}'
          and job.administrative_classes ? course_plan.bjdm) as in_job from base.course_plan) by_class
        where semester_id = ${semester} and execution_plan_id = any (array(
          select execution_plan_id from base.execution_plan where xnxq = ${semester}
          union select execution_plan_id from base.class_plan_set where open_semester_id = ${semester}))
        group by execution_plan_id, semester_id, njzydm, course_id, open_department_id, course_attribute, credit,
          total_hour, plan_source, open_status) planned
      join base.course on course.kch = planned.course_id
      join base.grade_major on grade_major.njzydm = planned.njzydm
      join base.department on department.dwh = planned.open_department_id
      left join base.data_dict attribute on attribute.dmlb = 'XTGL_KCSXDMJ' and attribute.dm = planned.course_attribute
     where ${conditions.join(' and ')})`;
}

/** Who owes the course: students of the same major and of earlier grades who failed it and never passed. */
const shownSql = `page.execution_plan_id || '/' || page.semester_id as "coursePlanId",
  page.execution_plan_id as "executionPlanId", page.semester_id as "semesterId", page.course_id as "courseId",
  page.ywbm as "courseBusinessCode", page.kcmc as "courseName", page.open_department_id as "openDepartmentId",
  page.dwmc as "openDepartmentName", page.njzydm as "gradeMajorId", page.njzymc as "gradeMajorName",
  page.student_num as "studentNum", page.class_names as "classNames", page.course_attribute as "courseAttribute",
  page.attribute_name as "courseAttributeName", page.credit, page.total_hour as "totalHour",
  page.plan_source as "planSource", page.task_status as "taskStatus",
  (select count(distinct failed.student_code)::int from ${attemptTable} failed
     join base.student on student.student_code = failed.student_code
    where failed.course_id = page.course_id and not failed.passed and student.zydm = page.zydm
      and student.njdm < page.njdm and ${allowsSql('student.dqztm', 'enterScores')}
      and not exists (select from ${attemptTable} passed where passed.student_code = failed.student_code
        and passed.course_id = failed.course_id and passed.passed)) as "owedNum"`;

const rowOf = ({ credit, totalHour, ...row }: Stored): CoursePlanRow => ({
  ...row,
  credit: hoursText(credit),
  totalHour: hoursText(totalHour),
});

/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof coursePlanSorts)[number], string>> = {
  courseName: byPinyin('kcmc'),
  gradeMajorName: byPinyin('njzymc'),
  openDepartmentName: byPinyin('dwmc'),
  courseAttribute: 'course_attribute',
  credit: 'credit',
  studentNum: 'student_num',
  planSource: 'plan_source',
  taskStatus: 'task_status',
};

/** One page of the courses that are to be taught in a semester (SCHEME-27). */
export async function listCoursePlan(
  db: Queryable,
  user: Principal,
  permission: PermissionCode | null,
  filter: CoursePlanFilter,
  { pageNo, pageSize, sort }: ListPage<(typeof coursePlanSorts)[number]>,
) {
  const params = sqlParams();
  const found = foundSql(user, permission, filter, params);
  const order = sortedOrder(sort, sortExpressions, 'ywbm, njzymc, execution_plan_id');
  const { rows } = await db.query<{
    page: Stored[];
    total: number;
    courses: number;
    gradeMajors: number;
    students: number;
    made: number;
    notOpened: number;
  }>(
    `with ${found}
     select count(*)::int as total, count(distinct course_id)::int as courses,
        count(distinct njzydm)::int as "gradeMajors", coalesce(sum(student_num), 0)::int as students,
        (count(*) filter (where task_status = '${taskStatus.made}'))::int as made,
        (count(*) filter (where task_status = '${taskStatus.notOpened}'))::int as "notOpened",
        (select coalesce(jsonb_agg(to_jsonb(shown)), '[]') from (select ${shownSql} from (
          select * from found order by ${order}
            limit ${params.add(pageSize)} offset ${params.add((pageNo - 1) * pageSize)}) page
          order by ${order}) shown) as page
       from found`,
    [...params.values],
  );
  const [answer] = rows;
  if (!answer) throw new Error('an aggregate without a row');
  const { page, total, ...counts } = answer;
  return { semesterId: filter.semesterId, rows: page.map(rowOf), total, counts };
}

/** All of them, for a workbook. */
export function selectCoursePlan(
  user: Principal,
  permission: PermissionCode | null,
  filter: CoursePlanFilter,
): Selection<CoursePlanRow> {
  const params = sqlParams();
  const found = foundSql(user, permission, filter, params);
  return mapped(
    selection<Stored>(`with ${found} select ${shownSql} from found page order by page.ywbm, page.njzymc`, [
      ...params.values,
    ]),
    rowOf,
  );
}
