import type { z } from 'zod';
import type { changeRequirements, clearMajorSystem } from '@jwxt/contracts/scheme/requirement.operations.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations, type LoggedChange } from '../kernel/operation-log.ts';
import { versionUnusable } from './scheme-system-checks.ts';
import { chooseVersion, lockSystem } from './scheme-system.ts';

/** Chooses the version of several grade-majors; those that cannot have it keep theirs (SCHEME-11). */
export async function chooseVersions(
  client: PoolClient,
  context: CommandContext,
  { requirementIds, schemeVersionId }: z.output<typeof changeRequirements.payload>,
): Promise<z.output<typeof changeRequirements.result>> {
  await lockSystem(client);
  const { rows } = await client.query<{ id: string; name: string; chosen: string | null; arranged: boolean }>(
    `select grade_major_id as id, njzymc as name, scheme_version_id as chosen,
        exists (select from base.scheme_system system where system.grade_major_id = requirement.grade_major_id)
          as arranged
       from base.grade_major_requirement requirement join base.grade_major on njzydm = grade_major_id
      where requirement_id = any($1) order by njzydm`,
    [requirementIds],
  );
  const kept: { gradeMajorName: string; reason: string }[] = [];
  let changed = 0;
  for (const { id, name, chosen, arranged } of rows) {
    if (chosen === schemeVersionId) continue;
    const reason = arranged ? '已有课程体系，更换版本前请先清空' : await versionUnusable(client, schemeVersionId, id);
    if (reason !== null) {
      kept.push({ gradeMajorName: name, reason });
      continue;
    }
    await chooseVersion(client, context, schemeVersionId, id);
    changed += 1;
  }
  return { changed, kept };
}

/** Takes away what a grade-major asks for and the classes it uses, but for those that have courses (SCHEME-11). */
export async function clearSystem(
  client: PoolClient,
  context: CommandContext,
  { requirementId }: z.output<typeof clearMajorSystem.payload>,
): Promise<z.output<typeof clearMajorSystem.result>> {
  await lockSystem(client);
  const { rows: kept } = await client.query<{ name: string }>(
    `select classify_name as name from base.major_system join base.scheme_classify using (classify_id)
      where grade_major_id = $1 and course_num > 0 order by major_system.sort_num`,
    [requirementId],
  );
  const { rows: classifies } = await client.query<LoggedChange>(
    `delete from base.major_system stored where grade_major_id = $1 and course_num = 0
     returning major_system_id as key, to_jsonb(stored) as before, null as after`,
    [requirementId],
  );
  // What is asked for of a class with courses stays, and so does what stands above it.
  const { rows: systems } = await client.query<LoggedChange>(
    `with recursive used as (
       select module_id from base.major_system where grade_major_id = $1
       union select parent_module_id from base.scheme_module join used using (module_id)
         where parent_module_id is not null)
     delete from base.scheme_system stored where grade_major_id = $1
       and case when classify_id is null then module_id not in (select module_id from used)
         else classify_id not in (select classify_id from base.major_system where grade_major_id = $1) end
     returning scheme_system_id as key, to_jsonb(stored) as before, null as after`,
    [requirementId],
  );
  await logOperations(client, context, 'delete', 'majorSystem', classifies);
  await logOperations(client, context, 'delete', 'schemeSystem', systems);
  return { systems: systems.length, classifies: classifies.length, kept: kept.map(({ name }) => name) };
}
