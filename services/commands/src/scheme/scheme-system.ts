import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { creditProblems } from '@jwxt/contracts/scheme/scheme-system.rules.ts';
import type {
  changeSystem,
  CopiedSystem,
  copySystemOfGradeMajor,
  copySystemOfVersion,
  recountMajorSystem,
} from '@jwxt/contracts/scheme/scheme-system.operations.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations, type LoggedChange } from '../kernel/operation-log.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';
import { tenthsOf, versionUnusable } from './scheme-system-checks.ts';
import { loadSystemTree, loadTotalCredit, systemFixed } from './system-tree.facts.ts';

/** One change of credits at a time, as the commands of their rows do. */
export async function lockSystem(client: PoolClient): Promise<void> {
  for (const name of ['schemeSystem', 'majorSystem', 'gradeMajorSchemeRequirement'])
    await client.query('select pg_advisory_xact_lock(hashtext($1))', [`resource:${name}`]);
}

/** Changes what modules and classes ask for, all at once, so that only the result has to add up (SCHEME-10). */
export async function changeSystemLines(
  client: PoolClient,
  context: CommandContext,
  { schemeVersionId, gradeMajorId, lines }: z.output<typeof changeSystem.payload>,
): Promise<{ changed: number } | Refused> {
  await lockSystem(client);
  const fixed = await systemFixed(client, schemeVersionId, gradeMajorId);
  if (fixed !== null) return refuse('SCHEME_SYSTEM_SUMS', { problem: fixed });
  const nodes = await loadSystemTree(client, schemeVersionId, gradeMajorId);
  const given = new Map(lines.map((line) => [line.classifyId ?? line.moduleId, line]));
  const known = new Map(nodes.map((node) => [node.nodeId, node]));
  if (lines.some(({ moduleId, classifyId }) => known.get(classifyId ?? moduleId)?.moduleId !== moduleId))
    return refuse('NOT_FOUND');
  const after = nodes.map((node) => {
    const line = given.get(node.nodeId);
    return line ? { ...node, min: tenthsOf(line.minCredit), max: tenthsOf(line.maxCredit) } : node;
  });
  const [problem] = creditProblems(after, await loadTotalCredit(client, schemeVersionId, gradeMajorId));
  if (problem) return refuse('SCHEME_SYSTEM_SUMS', { problem: problem.message });
  const order = new Map(nodes.map(({ nodeId }, at) => [nodeId, at + 1]));
  const rows = lines.map((line) => ({
    scheme_system_id: randomUUID(),
    module_id: line.moduleId,
    classify_id: line.classifyId,
    scheme_version_id: schemeVersionId,
    grade_major_id: gradeMajorId,
    min_credit: tenthsOf(line.minCredit),
    max_credit: tenthsOf(line.maxCredit),
    min_hours: tenthsOf(line.minHours),
    min_course_num: line.minCourseNum,
    sort_num: order.get(line.classifyId ?? line.moduleId) ?? 1,
  }));
  const removed = await client.query<LoggedChange>(
    `delete from base.scheme_system stored using jsonb_populate_recordset(null::base.scheme_system, $1::jsonb) given
      where given.min_credit is null and stored.module_id = given.module_id
        and stored.classify_id is not distinct from given.classify_id
        and stored.grade_major_id is not distinct from given.grade_major_id
     returning stored.scheme_system_id as key, to_jsonb(stored) as before, null as after`,
    [JSON.stringify(rows)],
  );
  const kept = JSON.stringify(rows.filter(({ min_credit: min }) => min !== null));
  const { rows: written } = await client.query<LoggedChange>(
    `with given as (select * from jsonb_populate_recordset(null::base.scheme_system, $1::jsonb)),
       old as (select stored.scheme_system_id as id, to_jsonb(stored) as before, given.min_credit, given.max_credit,
           given.min_hours, given.min_course_num
         from base.scheme_system stored join given on stored.module_id = given.module_id
           and stored.classify_id is not distinct from given.classify_id
           and stored.grade_major_id is not distinct from given.grade_major_id for update of stored)
     update base.scheme_system stored set min_credit = old.min_credit, max_credit = old.max_credit,
         min_hours = old.min_hours, min_course_num = old.min_course_num
       from old where stored.scheme_system_id = old.id
         and (stored.min_credit, stored.max_credit, stored.min_hours, stored.min_course_num)
           is distinct from (old.min_credit, old.max_credit, old.min_hours, old.min_course_num)
     returning stored.scheme_system_id as key, old.before, to_jsonb(stored) as after`,
    [kept],
  );
  const { rows: made } = await client.query<LoggedChange>(
    `insert into base.scheme_system as stored
     select * from jsonb_populate_recordset(null::base.scheme_system, $1::jsonb)
     on conflict (grade_major_id, module_id, classify_id) do nothing
     returning stored.scheme_system_id as key, null as before, to_jsonb(stored) as after`,
    [kept],
  );
  await logOperations(client, context, 'delete', 'schemeSystem', removed.rows);
  await logOperations(client, context, 'update', 'schemeSystem', written);
  await logOperations(client, context, 'create', 'schemeSystem', made);
  return { changed: removed.rows.length + written.length + made.length };
}

/** Gives grade-majors the template of a version (SCHEME-10). */
export async function copyVersionToGradeMajors(
  client: PoolClient,
  context: CommandContext,
  { schemeVersionId, gradeMajorIds }: z.output<typeof copySystemOfVersion.payload>,
): Promise<{ list: CopiedSystem[] } | Refused> {
  await lockSystem(client);
  const list: CopiedSystem[] = [];
  for (const to of new Set(gradeMajorIds))
    list.push(await copyTo(client, context, { schemeVersionId, from: null, to }));
  return { list };
}

/** Gives grade-majors what another one asks for (SCHEME-10). */
export async function copyGradeMajorToOthers(
  client: PoolClient,
  context: CommandContext,
  { from, to: all }: z.output<typeof copySystemOfGradeMajor.payload>,
): Promise<{ list: CopiedSystem[] } | Refused> {
  await lockSystem(client);
  const { rows } = await client.query<{ version: string | null }>(
    'select scheme_version_id as version from base.grade_major_requirement where grade_major_id = $1',
    [from],
  );
  const schemeVersionId = rows[0]?.version ?? null;
  if (schemeVersionId === null) return refuse('SCHEME_GRADE_MAJOR_NO_VERSION');
  const list: CopiedSystem[] = [];
  for (const to of new Set(all))
    if (to !== from) list.push(await copyTo(client, context, { schemeVersionId, from, to }));
  return { list };
}

/** Copies what a grade-major (null: the template) asks for, and the classes that it uses; what is there stays. */
async function copyTo(
  client: PoolClient,
  context: CommandContext,
  { schemeVersionId, from, to }: { schemeVersionId: string; from: string | null; to: string },
): Promise<CopiedSystem> {
  const { rows } = await client.query<{ name: string; chosen: string | null }>(
    `select major.njzymc as name, requirement.scheme_version_id as chosen from base.grade_major major
       left join base.grade_major_requirement requirement on requirement.grade_major_id = major.njzydm
      where major.njzydm = $1`,
    [to],
  );
  const [major] = rows;
  const told = { gradeMajorId: to, gradeMajorName: major?.name ?? to, created: 0, kept: 0, reason: '' };
  if (!major) return { ...told, reason: '没有这个年级专业' };
  if (major.chosen !== null && major.chosen !== schemeVersionId) return { ...told, reason: '选择的是另一个方案版本' };
  const unusable = await versionUnusable(client, schemeVersionId, to);
  if (unusable !== null) return { ...told, reason: unusable };
  const { rows: source } = await client.query<{
    module: string;
    classify: string | null;
    min: number;
    max: number | null;
  }>(
    `select module_id as module, classify_id as classify, min_credit as min, max_credit as max
       from base.scheme_system where scheme_version_id = $1 and grade_major_id is not distinct from $2`,
    [schemeVersionId, from],
  );
  const copied = new Map(source.map((row) => [row.classify ?? row.module, row]));
  const nodes = (await loadSystemTree(client, schemeVersionId, to)).map((node) => {
    const row = copied.get(node.nodeId);
    return node.min === null && row ? { ...node, min: row.min, max: row.max } : node;
  });
  const [problem] = creditProblems(nodes, await loadTotalCredit(client, schemeVersionId, to));
  if (problem) return { ...told, reason: problem.message };
  if (major.chosen === null) await chooseVersion(client, context, schemeVersionId, to);
  const made = await client.query<LoggedChange>(
    `insert into base.scheme_system as stored (scheme_system_id, module_id, classify_id, scheme_version_id,
        grade_major_id, min_credit, max_credit, min_hours, min_course_num, sort_num)
     select gen_random_uuid()::text, module_id, classify_id, scheme_version_id, $3, min_credit, max_credit, min_hours,
         min_course_num, sort_num from base.scheme_system
      where scheme_version_id = $1 and grade_major_id is not distinct from $2
     on conflict (grade_major_id, module_id, classify_id) do nothing
     returning stored.scheme_system_id as key, null as before, to_jsonb(stored) as after`,
    [schemeVersionId, from, to],
  );
  await logOperations(client, context, 'create', 'schemeSystem', made.rows);
  await giveClasses(client, context, { schemeVersionId, from, to });
  return { ...told, created: made.rows.length, kept: source.length - made.rows.length };
}

/** Writes the version of a grade-major into its requirement. */
export async function chooseVersion(
  client: PoolClient,
  context: CommandContext,
  schemeVersionId: string,
  gradeMajorId: string,
): Promise<void> {
  const { rows } = await client.query<LoggedChange>(
    `with old as (select grade_major_id, to_jsonb(stored) as before from base.grade_major_requirement stored
        where grade_major_id = $2 for update)
     update base.grade_major_requirement stored set scheme_version_id = $1 from old
      where stored.grade_major_id = old.grade_major_id
     returning stored.requirement_id as key, old.before, to_jsonb(stored) as after`,
    [schemeVersionId, gradeMajorId],
  );
  await logOperations(client, context, 'update', 'gradeMajorSchemeRequirement', rows);
}

/** A grade-major uses the classes that the copied one uses; from a template all of the version (SCHEME-12). */
async function giveClasses(
  client: PoolClient,
  context: CommandContext,
  { schemeVersionId, from, to }: { schemeVersionId: string; from: string | null; to: string },
): Promise<void> {
  const { rows } = await client.query<LoggedChange>(
    `insert into base.major_system as stored (major_system_id, grade_major_id, classify_id, module_id, min_credit,
        sort_num)
     select gen_random_uuid()::text, $3, classify.classify_id, classify.module_id,
         coalesce(used.min_credit, system.min_credit, 0),
         row_number() over (order by base.scheme_module_path(classify.module_id), classify.sort_num)
       from base.scheme_classify classify
       left join base.scheme_system system on system.classify_id = classify.classify_id
         and system.grade_major_id is not distinct from $2
       left join base.major_system used on used.classify_id = classify.classify_id and used.grade_major_id = $2
      where classify.scheme_version_id = $1 and ($2::text is null or used.classify_id is not null)
     on conflict (grade_major_id, classify_id) do nothing
     returning stored.major_system_id as key, null as before, to_jsonb(stored) as after`,
    [schemeVersionId, from, to],
  );
  await logOperations(client, context, 'create', 'majorSystem', rows);
}

/**
 * Counts what the execution plan of a grade-major has in the classes that it uses (SCHEME-10, 12). A course stands in
 * the class that its module in the plan names, else in the one whose nature and attribute are its own.
 */
export async function recountGradeMajor(
  client: PoolClient,
  context: CommandContext,
  { gradeMajorId }: z.output<typeof recountMajorSystem.payload>,
): Promise<{ changed: number; unplaced: string[] } | Refused> {
  await lockSystem(client);
  const names = `(classify.classify_name, classify.module_name,
    classify.module_name || '／' || classify.classify_name)`;
  const placed = `select distinct on (course.kch) course.kch, course.kcmc, plan.credit as xf, fitting.major_system_id
       from base.execution_plan plan join base.course on course.kch = plan.kch
       left join lateral (
         select used.major_system_id,
             plan.course_system_id = classify.classify_id or plan.course_system_name in ${names} as named,
             num_nonnulls(classify.course_nature, classify.course_attribute) as closeness, used.sort_num
           from base.major_system used join base.scheme_classify classify using (classify_id)
          where used.grade_major_id = plan.njzydm
            and (plan.course_system_id = classify.classify_id or plan.course_system_name in ${names}
              or (num_nonnulls(classify.course_nature, classify.course_attribute) > 0
                and coalesce(classify.course_nature, course.kcxz) = course.kcxz
                and coalesce(classify.course_attribute, course.kcsx) = course.kcsx))) fitting on true
      where plan.njzydm = $1
      order by course.kch, fitting.named desc nulls last, fitting.closeness desc, fitting.sort_num`;
  const { rows } = await client.query<LoggedChange>(
    `with placed as (${placed}),
       counted as (select major_system_id as id, coalesce(sum(xf), 0)::int as credit, count(placed.kch)::int as n
         from base.major_system used left join placed using (major_system_id)
        where used.grade_major_id = $1 group by major_system_id),
       old as (select stored.major_system_id as id, to_jsonb(stored) as before
         from base.major_system stored where grade_major_id = $1 for update)
     update base.major_system stored set selected_credit = counted.credit, course_num = counted.n
       from counted join old using (id) where stored.major_system_id = counted.id
         and (stored.selected_credit, stored.course_num) is distinct from (counted.credit, counted.n)
     returning stored.major_system_id as key, old.before, to_jsonb(stored) as after`,
    [gradeMajorId],
  );
  await logOperations(client, context, 'update', 'majorSystem', rows);
  const { rows: unplaced } = await client.query<{ name: string }>(
    `select kcmc as name from (${placed}) placed where major_system_id is null order by kcmc`,
    [gradeMajorId],
  );
  return { changed: rows.length, unplaced: unplaced.map(({ name }) => name) };
}
