import type { Queryable } from './postgres.ts';

/**
 * SQL: what the modules with classes of a grade-major's version ask for (SCHEME-10), as pairs of name and tenths in
 * their order; `gradeMajor` is an expression for its key.
 */
export const askedCreditsSql = (gradeMajor: string): string => `(
  select coalesce(jsonb_agg(jsonb_build_array(asked.module, asked.credit) order by asked.path), '[]') from (
    select distinct on (module.module_id) module.module_name as module, system.min_credit as credit,
        base.scheme_module_path(module.module_id) as path
     from base.scheme_system system join base.scheme_module module using (module_id)
     join base.grade_major_requirement wanted on wanted.scheme_version_id = module.scheme_version_id
    where wanted.grade_major_id = ${gradeMajor} and system.classify_id is null
      and (system.grade_major_id is null or system.grade_major_id = ${gradeMajor})
      and exists (select from base.scheme_classify classify where classify.module_id = module.module_id)
    order by module.module_id, system.grade_major_id nulls last) asked)`;

/** The same of one grade-major, by name. */
export async function loadAskedCredits(db: Queryable, gradeMajorId: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ asked: [module: string, credit: number][] }>(
    `select ${askedCreditsSql('$1')} as asked`,
    [gradeMajorId],
  );
  return new Map(rows[0]?.asked);
}
