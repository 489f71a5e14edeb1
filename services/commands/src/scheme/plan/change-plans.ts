import type { z } from 'zod';
import { parseWeeks } from '@jwxt/contracts/kernel/week-text.ts';
import type { batchUpdatePlans, createFromCourse } from '@jwxt/contracts/scheme/plan/execution-plan.operations.ts';
import { planSource } from '@jwxt/contracts/scheme/plan/execution-plan.vocabulary.ts';
import { semesterOfTerm } from '@jwxt/contracts/scheme/plan/term.rules.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { loadMaxWeek } from '../../base-info/shared/max-week.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import { logOperations, type LoggedChange } from '../../kernel/operation-log.ts';
import { refuse, type Refused } from '../../kernel/refusal.ts';
import { lockPlans } from './generate-plans.ts';

const wrong = (field: string, message: string): Refused =>
  refuse('INVALID_INPUT', {}, { fieldErrors: [{ field, message }] });

/** Gives rows of plans another term, unit, exam or weeks; rows that are fixed stay and are told (SCHEME-13). */
export async function updatePlans(
  client: PoolClient,
  context: CommandContext,
  { keys, term, openDepartmentId, examMethod, startEndWeek }: z.output<typeof batchUpdatePlans.payload>,
): Promise<z.output<typeof batchUpdatePlans.result> | Refused> {
  await lockPlans(client);
  const weeks = parseWeeks(startEndWeek ?? '', await loadMaxWeek(client));
  if ('problem' in weeks) return wrong('startEndWeek', weeks.problem);
  const { rows: named } = await client.query<{ unit: boolean; exam: boolean }>(
    `select $1::text is null or exists (select from base.department where dwh = $1) as unit,
        $2::text is null or exists (select from base.data_dict where dmlb = 'XTGL_KSXS' and dm = $2) as exam`,
    [openDepartmentId ?? null, examMethod ?? null],
  );
  if (named[0]?.unit === false) return wrong('openDepartmentId', '开课单位不存在');
  if (named[0]?.exam === false) return wrong('examMethod', '考核方式不存在');
  const { rows } = await client.query<{
    key: string;
    name: string;
    grade: string;
    fixed: string | null;
    past: boolean | null;
  }>(
    `select execution_plan_id as key, plan_name as name, njdm as grade, base.plan_fixed(plan, true) as fixed,
        $2::int is not null and base.plan_semester(njdm, $2)
          < (select max(xnxq) from base.semester where sfdqxq = '1') as past
       from base.execution_plan plan join base.grade_major using (njzydm)
      where execution_plan_id = any($1) for update of plan`,
    [keys, term ?? null],
  );
  const found = new Map(rows.map((row) => [row.key, row]));
  const kept = [...new Set(keys)].flatMap((key) => {
    const row = found.get(key);
    if (!row) return [{ key, message: '该计划不存在或已删除' }];
    if (row.fixed !== null) return [{ key, message: `“${row.name}”${row.fixed}，不能修改` }];
    return row.past === true ? [{ key, message: `“${row.name}”不能调整到已过的学期` }] : [];
  });
  const free = rows.filter(({ fixed, past }) => fixed === null && past !== true);
  const { rows: changes } = await client.query<LoggedChange>(
    `with given as (select * from jsonb_to_recordset($1::jsonb) as given (key text, xnxq text)),
     known as (select execution_plan_id as key, to_jsonb(plan) as before from base.execution_plan plan
       where execution_plan_id in (select key from given))
     update base.execution_plan plan set term = coalesce($2, term), xnxq = coalesce(given.xnxq, plan.xnxq),
         open_department_id = coalesce($3, open_department_id), exam_method = coalesce($4, exam_method),
         start_end_week = case when $5::text is null then start_end_week else nullif($5, '') end
       from given join known using (key) where plan.execution_plan_id = given.key
     returning plan.execution_plan_id as key, known.before, to_jsonb(plan) as after`,
    [
      JSON.stringify(
        free.map(({ key, grade }) => ({ key, xnxq: term === undefined ? null : semesterOfTerm(grade, term) })),
      ),
      term ?? null,
      openDepartmentId ?? null,
      examMethod ?? null,
      startEndWeek ?? null,
    ],
  );
  await logOperations(client, context, 'update', 'executionPlan', changes);
  return { updated: changes.length, kept };
}

/** Adds courses of the library to a term of a plan, as the library has them (SCHEME-13). */
export async function addCoursesToPlan(
  client: PoolClient,
  context: CommandContext,
  { gradeMajorId, term, courseSystemId, courseIds }: z.output<typeof createFromCourse.payload>,
): Promise<z.output<typeof createFromCourse.result> | Refused> {
  await lockPlans(client);
  const { rows: gradeMajors } = await client.query<{ grade: string }>(
    `select njdm as grade from base.grade_major where njzydm = $1 and sfqy = '1'`,
    [gradeMajorId],
  );
  const [gradeMajor] = gradeMajors;
  if (!gradeMajor) return refuse('PLAN_GRADE_MAJOR_GONE');
  const { rowCount: known } = await client.query(`select from base.course where kch = any($1) and sfqy = '1'`, [
    courseIds,
  ]);
  if (known !== new Set(courseIds).size) return refuse('PLAN_COURSE_GONE');
  if (courseSystemId !== undefined) {
    const { rowCount } = await client.query('select from base.scheme_classify where classify_id = $1', [
      courseSystemId,
    ]);
    if (rowCount === 0) return wrong('courseSystemId', '课程分类不存在');
  }
  const { rows: created } = await client.query<LoggedChange>(
    `insert into base.execution_plan as plan (njzydm, kch, xnxq, term, course_system_id, plan_source)
     select $1, kch, $2, $3, $4, $5 from base.course where kch = any($6)
     on conflict (njzydm, kch) do nothing
     returning execution_plan_id as key, null as before, to_jsonb(plan) as after`,
    [
      gradeMajorId,
      semesterOfTerm(gradeMajor.grade, term),
      term,
      courseSystemId ?? null,
      planSource.adjusted,
      courseIds,
    ],
  );
  await logOperations(client, context, 'create', 'executionPlan', created);
  return { created: created.length, already: new Set(courseIds).size - created.length };
}
