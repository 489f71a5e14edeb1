import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { assignGradeMajor, copyCommonPlan } from '@jwxt/contracts/scheme/plan/common-plan.operations.ts';
import { planSource } from '@jwxt/contracts/scheme/plan/execution-plan.vocabulary.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import { logOperations, type LoggedChange } from '../../kernel/operation-log.ts';
import { refuse, type Refused } from '../../kernel/refusal.ts';
import type { ResourceRules } from '../../kernel/resource-routes.ts';
import { lockPlans } from './generate-plans.ts';

/** Columns of a plan's row that a common plan says, and what they are there. */
const said = [
  ['term', 'common.term'],
  ['xnxq', 'base.plan_semester(grade_major.njdm, common.term)'],
  ['credit', 'common.credit'],
  ['total_hour', 'common.total_hour'],
  ['week_hours', 'common.week_hours'],
  ['start_end_week', 'common.start_end_week'],
  ['course_attribute', 'common.course_attribute'],
  ['course_nature', 'common.course_nature'],
  ['course_system_id', 'common.classify_id'],
  ['course_system_name', 'common.course_system_name'],
  ['open_department_id', 'common.open_department_id'],
  ['exam_method', 'coalesce(common.exam_method, course.khfs)'],
  ['special_item_sign', 'common.special_item_sign'],
] as const;

/** A common plan is for its grade-majors what it says, as far as they have not begun it (SCHEME-33). */
export const commonCoursePlanRules: ResourceRules = {
  uses: [
    {
      what: '适用年级专业',
      unit: '个',
      count: 'select count(*) as n from base.execution_plan where common_plan_id = $1',
    },
  ],
  async stored(client, row, context) {
    await lockPlans(client);
    const { rows } = await client.query<LoggedChange>(
      `with known as (select execution_plan_id as key, to_jsonb(plan) as before from base.execution_plan plan
         where common_plan_id = $1 and base.plan_fixed(plan, false) is null)
       update base.execution_plan plan set ${said.map(([column, value]) => `${column} = ${value}`).join(', ')}
         from known, base.common_course_plan common join base.course on course.kch = common.course_id,
           base.grade_major
        where plan.execution_plan_id = known.key and common.common_plan_id = $1
          and grade_major.njzydm = plan.njzydm
       returning plan.execution_plan_id as key, known.before, to_jsonb(plan) as after`,
      [row['common_plan_id']],
    );
    await logOperations(client, context, 'update', 'executionPlan', rows);
    return [];
  },
};

/** Adds a common plan to the plans of grade-majors, and takes it from others while they have not begun it. */
export async function assignCommonPlan(
  client: PoolClient,
  context: CommandContext,
  { key, gradeMajorIds, removed }: z.output<typeof assignGradeMajor.payload>,
): Promise<z.output<typeof assignGradeMajor.result> | Refused> {
  await lockPlans(client);
  const { rows: plans } = await client.query<{ courseId: string }>(
    'select course_id as "courseId" from base.common_course_plan where common_plan_id = $1 for update',
    [key],
  );
  const [plan] = plans;
  if (!plan) return refuse('NOT_FOUND');
  const { rows: wanted } = await client.query<{ njzydm: string; name: string; taken: boolean }>(
    `select grade_major.njzydm, njzymc as name,
        exists (select from base.execution_plan plan where plan.njzydm = grade_major.njzydm and plan.kch = $2) as taken
       from base.grade_major where grade_major.njzydm = any($1) and sfqy = '1'`,
    [gradeMajorIds, plan.courseId],
  );
  if (wanted.length < new Set(gradeMajorIds).size) return refuse('PLAN_GRADE_MAJOR_GONE');
  const { rows: leaving } = await client.query<{ planKey: string; name: string; fixed: string | null }>(
    `select execution_plan_id as "planKey", njzymc as name, base.plan_fixed(plan, false) as fixed
       from base.execution_plan plan join base.grade_major using (njzydm)
      where plan.common_plan_id = $1 and plan.njzydm = any($2) for update of plan`,
    [key, removed],
  );
  const { rows: gone } = await client.query<LoggedChange>(
    `delete from base.execution_plan plan where execution_plan_id = any($1)
     returning execution_plan_id as key, to_jsonb(plan) as before, null as after`,
    [leaving.filter(({ fixed }) => fixed === null).map(({ planKey }) => planKey)],
  );
  const added = await addRows(
    client,
    key,
    wanted.filter(({ taken }) => !taken).map(({ njzydm }) => njzydm),
  );
  await logOperations(client, context, 'create', 'executionPlan', added);
  await logOperations(client, context, 'delete', 'executionPlan', gone);
  return {
    added: added.length,
    removed: gone.length,
    kept: [
      ...wanted.flatMap(({ name, taken }) =>
        taken ? [{ gradeMajorName: name, message: '执行计划中已有这门课程' }] : [],
      ),
      ...leaving.flatMap(({ name, fixed }) =>
        fixed === null ? [] : [{ gradeMajorName: name, message: `${fixed}，不能取消` }],
      ),
    ],
  };
}

async function addRows(client: PoolClient, commonPlanId: string, gradeMajorIds: readonly string[]) {
  const { rows } = await client.query<LoggedChange>(
    `insert into base.execution_plan as plan (njzydm, kch, plan_source, common_plan_id,
        ${said.map(([column]) => column).join(', ')})
     select grade_major.njzydm, common.course_id, $3, common.common_plan_id,
        ${said.map(([, value]) => value).join(', ')}
       from base.common_course_plan common join base.course on course.kch = common.course_id, base.grade_major
      where common.common_plan_id = $1 and grade_major.njzydm = any($2)
     returning execution_plan_id as key, null as before, to_jsonb(plan) as after`,
    [commonPlanId, gradeMajorIds, planSource.common],
  );
  return rows;
}

/** The same plan for the grade-majors of another grade that have the majors of those it is for now (SCHEME-33). */
export async function copyPlanToGrade(
  client: PoolClient,
  context: CommandContext,
  { key, planName, grade }: z.output<typeof copyCommonPlan.payload>,
): Promise<z.output<typeof copyCommonPlan.result> | Refused> {
  await lockPlans(client);
  const { rowCount: taken } = await client.query('select from base.common_course_plan where plan_name = $1', [
    planName,
  ]);
  if (taken !== 0) return refuse('COMMON_PLAN_NAME_TAKEN', {}, { fieldErrors: [nameTaken] });
  const { rows: targets } = await client.query<{ njzydm: string }>(
    `select distinct other.njzydm from base.execution_plan plan join base.grade_major own using (njzydm)
       join base.grade_major other on other.njdm = $2 and other.zydm = own.zydm and other.xslbdm = own.xslbdm
         and other.sfqy = '1'
       join base.common_course_plan common using (common_plan_id)
      where plan.common_plan_id = $1
        and not exists (select from base.execution_plan there
          where there.njzydm = other.njzydm and there.kch = common.course_id)`,
    [key, grade],
  );
  const newKey = randomUUID();
  const { rows } = await client.query<{ after: object }>(
    `insert into base.common_course_plan as common (common_plan_id, plan_name, course_id, kcmc, term, credit,
        total_hour, week_hours, start_end_week, course_attribute, course_nature, classify_id, course_system_name,
        open_department_id, exam_method, special_item_sign)
     select $2, $3, course_id, kcmc, term, credit, total_hour, week_hours, start_end_week, course_attribute,
        course_nature, classify_id, course_system_name, open_department_id, exam_method, special_item_sign
       from base.common_course_plan where common_plan_id = $1 returning to_jsonb(common) as after`,
    [key, newKey, planName],
  );
  const [copied] = rows;
  if (!copied) return refuse('NOT_FOUND');
  const added = await addRows(
    client,
    newKey,
    targets.map(({ njzydm }) => njzydm),
  );
  await logOperations(client, context, 'create', 'commonCoursePlan', [{ key: newKey, before: null, ...copied }]);
  await logOperations(client, context, 'create', 'executionPlan', added);
  return { key: newKey, added: added.length };
}
const nameTaken = { field: 'planName', message: '计划名称已存在' };
