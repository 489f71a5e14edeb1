import type { z } from 'zod';
import type { generatePlans } from '@jwxt/contracts/scheme/plan/execution-plan.operations.ts';
import { planSource } from '@jwxt/contracts/scheme/plan/execution-plan.vocabulary.ts';
import { writtenChanges } from '@jwxt/contracts/scheme/plan/plan-difference.ts';
import { semesterOfTerm } from '@jwxt/contracts/scheme/plan/term.rules.ts';
import { executionPlan } from '@jwxt/contracts/scheme/plan/execution-plan.resource.ts';
import { generationDigest, planGenerations, type FindSchema } from '@jwxt/infra/runtime/execution-plan.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import { logOperations, type LoggedChange } from '../../kernel/operation-log.ts';
import { refuse, type Refused } from '../../kernel/refusal.ts';

type Asked = z.output<typeof generatePlans.payload>;

/** Holds off every other change of plans until the transaction ends, as the commands of the rows do. */
export async function lockPlans(client: PoolClient): Promise<void> {
  await client.query('select pg_advisory_xact_lock(hashtext($1))', [`resource:${executionPlan.name}`]);
}

/** Makes the plans of grade-majors what their schemes say, as it was shown: anything else is refused (SCHEME-13). */
export async function generateExecutionPlans(
  client: PoolClient,
  context: CommandContext,
  asked: Asked,
  findSchema: FindSchema,
): Promise<z.output<typeof generatePlans.result> | Refused> {
  await lockPlans(client);
  // Whoever cancels a scheme waits here, and then sees that a plan stands on it.
  await client.query('select from base.major_schema_place where njzydm = any($1) order by njzydm for update', [
    asked.gradeMajorIds,
  ]);
  const generations = await planGenerations(client, asked, findSchema);
  if (generations.length < new Set(asked.gradeMajorIds).size) return refuse('PLAN_GRADE_MAJOR_GONE');
  if (generations.every(({ problem }) => problem !== '')) return refuse('PLAN_NO_SCHEMA');
  if (asked.digest !== null && generationDigest(generations) !== asked.digest)
    return refuse('PLAN_DIFFERENCES_CHANGED');
  const overwritten = new Set(asked.overwritten);
  const written = generations.flatMap(({ gradeMajorId, grade, majorSchemaKey, changes }) => {
    const chosen = changes.flatMap(({ courseId }) =>
      overwritten.has(`${gradeMajorId}/${courseId}`) ? [courseId] : [],
    );
    return writtenChanges(changes, new Set(chosen)).map((change) => ({
      key: `${gradeMajorId}/${change.courseId}`,
      njzydm: gradeMajorId,
      kch: change.courseId,
      xnxq: change.after && semesterOfTerm(grade, change.after.term),
      majorSchemaKey,
      content: change.after,
    }));
  });
  const gone = written.filter(({ content }) => content === null).map(({ key }) => key);
  const { rows: deleted } = await client.query<LoggedChange>(
    `delete from base.execution_plan plan where execution_plan_id = any($1)
     returning execution_plan_id as key, to_jsonb(plan) as before, null as after`,
    [gone],
  );
  const { rows: stored } = await client.query<LoggedChange>(
    `with given as (select * from jsonb_to_recordset($1::jsonb)
        as given (key text, njzydm text, kch text, xnxq text, "majorSchemaKey" text, content jsonb)),
     known as (select execution_plan_id as key, to_jsonb(plan) as before from base.execution_plan plan
        where execution_plan_id in (select key from given)),
     stored as (
       insert into base.execution_plan as plan (njzydm, kch, xnxq, term, open_department_id, course_system_id,
          course_attribute, course_nature, credit, total_hour, week_hours, hours, start_end_week, exam_method,
          exam_way, direction_id, direction_name, course_group_id, special_item_sign, plan_source, major_schema_key,
          generated)
       select njzydm, kch, xnxq, said.term, said."openDepartmentId", said."courseSystemId", said."courseAttribute",
          said."courseNature", said.credit, said."totalHour", said."weekHours", said.hours, said."startEndWeek",
          said."examMethod", said."examWay", said."directionId", said."directionName", said."courseGroupId",
          said."specialItemSign", $2, "majorSchemaKey", content
         from given, jsonb_to_record(content) as said (term int, "openDepartmentId" text, "courseSystemId" text,
           "courseAttribute" text, "courseNature" text, credit int, "totalHour" int, "weekHours" int, hours jsonb,
           "startEndWeek" text, "examMethod" text, "examWay" text, "directionId" text, "directionName" text,
           "courseGroupId" text, "specialItemSign" text)
       on conflict (njzydm, kch) do update set xnxq = excluded.xnxq, term = excluded.term,
         open_department_id = excluded.open_department_id, course_system_id = excluded.course_system_id,
         course_attribute = excluded.course_attribute, course_nature = excluded.course_nature,
         credit = excluded.credit, total_hour = excluded.total_hour, week_hours = excluded.week_hours,
         hours = excluded.hours, start_end_week = excluded.start_end_week, exam_method = excluded.exam_method,
         exam_way = excluded.exam_way, direction_id = excluded.direction_id,
         direction_name = excluded.direction_name, course_group_id = excluded.course_group_id,
         special_item_sign = excluded.special_item_sign, plan_source = excluded.plan_source,
         major_schema_key = excluded.major_schema_key, generated = excluded.generated, common_plan_id = null
       returning execution_plan_id as key, to_jsonb(plan) as after)
     select stored.key, known.before, stored.after from stored left join known using (key)`,
    [JSON.stringify(written.filter(({ content }) => content !== null)), planSource.scheme],
  );
  await adopt(client, generations);
  await client.query(
    `update base.major_schema_place set planned_at = coalesce(planned_at, $3)
      where njzydm = any($1) and major_schema_key = any($2)`,
    [asked.gradeMajorIds, generations.map(({ majorSchemaKey }) => majorSchemaKey), context.time],
  );
  const created = stored.filter(({ before }) => before === null);
  const updated = stored.filter(({ before }) => before !== null);
  await logOperations(client, context, 'create', 'executionPlan', created);
  await logOperations(client, context, 'update', 'executionPlan', updated);
  await logOperations(client, context, 'delete', 'executionPlan', deleted);
  const all = generations.reduce((sum, { changes }) => sum + changes.length, 0);
  return {
    created: created.length,
    updated: updated.length,
    deleted: deleted.length,
    kept: all - written.length,
  };
}

/** Rows that say already what the scheme says are the scheme's from now on: the next change of it reaches them. */
async function adopt(client: PoolClient, generations: Awaited<ReturnType<typeof planGenerations>>): Promise<void> {
  const same = generations.flatMap(({ gradeMajorId, majorSchemaKey, changes }) =>
    changes.flatMap(({ kind, courseId, after }) =>
      kind === 'same' ? [{ key: `${gradeMajorId}/${courseId}`, majorSchemaKey, content: after }] : [],
    ),
  );
  await client.query(
    `update base.execution_plan plan set major_schema_key = given."majorSchemaKey", generated = given.content,
        plan_source = $2
       from jsonb_to_recordset($1::jsonb) as given (key text, "majorSchemaKey" text, content jsonb)
      where plan.execution_plan_id = given.key and plan.common_plan_id is null
        and (plan.generated is distinct from given.content or plan.plan_source <> $2
          or plan.major_schema_key is distinct from given."majorSchemaKey")`,
    [JSON.stringify(same), planSource.scheme],
  );
}
