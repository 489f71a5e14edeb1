import type { CreditNode } from '@jwxt/contracts/scheme/scheme-system.rules.ts';
import { schemeVersionStatus } from '@jwxt/contracts/scheme/scheme-version.resource.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

/** A node of the tree of credits: a module (`classifyId` null) or a class of courses, in tenths. */
export interface SystemFact extends CreditNode {
  readonly moduleId: string;
  readonly classifyId: string | null;
}

/** The tree of a version with the credits of a grade-major (null: of the template), as they stand. */
export async function loadSystemTree(
  db: Queryable,
  schemeVersionId: unknown,
  gradeMajorId: unknown,
): Promise<SystemFact[]> {
  const { rows } = await db.query<SystemFact>(
    `with node as (
       select module_id as id, parent_module_id as parent, module_name as name, module_id, null as classify_id
         from base.scheme_module where scheme_version_id = $1
       union all select classify_id, module_id, classify_name, module_id, classify_id
         from base.scheme_classify where scheme_version_id = $1)
     select node.id as "nodeId", node.parent as "parentId", node.name, node.module_id as "moduleId",
         node.classify_id as "classifyId", system.min_credit as min, system.max_credit as max
       from node left join base.scheme_system system on system.module_id = node.module_id
         and system.classify_id is not distinct from node.classify_id
         and system.grade_major_id is not distinct from $2`,
    [schemeVersionId, gradeMajorId ?? null],
  );
  return rows;
}

/** Credits that a grade-major, or a version, asks for in all, in tenths; null: nobody has said. */
export async function loadTotalCredit(
  db: Queryable,
  schemeVersionId: unknown,
  gradeMajorId: unknown,
): Promise<number | null> {
  const { rows } = await db.query<{ total: number | null }>(
    (gradeMajorId ?? null) === null
      ? 'select min_total_credit as total from base.scheme_version where scheme_version_id = $1'
      : 'select total_credit as total from base.grade_major_requirement where grade_major_id = $1',
    [gradeMajorId ?? schemeVersionId],
  );
  return rows[0]?.total ?? null;
}

/**
 * Why the credits of a grade-major, or the template of a version, are not written; null: they may be. Units write by
 * published versions, each by the one of its requirement; a template is fixed with its version.
 */
export async function systemFixed(
  db: Queryable,
  schemeVersionId: unknown,
  gradeMajorId: unknown,
): Promise<string | null> {
  const { rows } = await db.query<{ status: string; chosen: string | null }>(
    `select publish_status as status,
        (select scheme_version_id from base.grade_major_requirement where grade_major_id = $2) as chosen
       from base.scheme_version where scheme_version_id = $1`,
    [schemeVersionId, gradeMajorId ?? null],
  );
  const [version] = rows;
  if (!version) return null;
  if ((gradeMajorId ?? null) === null)
    return version.status === schemeVersionStatus.draft ? null : '方案版本已发布，模板不能修改，请复制为新版本';
  if (version.status !== schemeVersionStatus.published) return '方案版本没有发布';
  return version.chosen !== null && version.chosen !== schemeVersionId ? '该年级专业选择的是另一个方案版本' : null;
}
