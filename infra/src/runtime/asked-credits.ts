import type { Queryable } from './postgres.ts';

/** What the modules with classes of a grade-major's version ask for (SCHEME-10), in tenths, by name, in their order. */
export async function loadAskedCredits(db: Queryable, gradeMajorId: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ module: string; credit: number }>(
    `select module, credit from (
      select distinct on (module.module_id) module.module_id, module.module_name as module,
          system.min_credit as credit
       from base.scheme_system system join base.scheme_module module using (module_id)
       join base.grade_major_requirement wanted on wanted.scheme_version_id = module.scheme_version_id
      where wanted.grade_major_id = $1 and system.classify_id is null
        and (system.grade_major_id is null or system.grade_major_id = $1)
        and exists (select from base.scheme_classify classify where classify.module_id = module.module_id)
      order by module.module_id, system.grade_major_id nulls last) asked
     order by base.scheme_module_path(module_id)`,
    [gradeMajorId],
  );
  return new Map(rows.map(({ module, credit }) => [module, credit]));
}
