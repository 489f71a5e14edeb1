import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import type { SystemNode, SystemTree } from '@jwxt/contracts/scheme/scheme-system.operations.ts';
import { creditBelow, creditText } from '@jwxt/contracts/scheme/scheme-system.rules.ts';
import { schemeVersionStatus } from '@jwxt/contracts/scheme/scheme-version.resource.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

interface FoundNode {
  readonly nodeId: string;
  readonly parentId: string | null;
  readonly level: number;
  readonly name: string;
  readonly moduleId: string;
  readonly classifyId: string | null;
  readonly schemeSystemId: string | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly hours: number | null;
  readonly minCourseNum: number | null;
  readonly template: number | null;
}
interface Whose {
  readonly schemeVersionId: string | null;
  readonly gradeMajorId: string | null;
}

const textOrNull = (tenths: number | null): string | null => (tenths === null ? null : creditText(tenths));

async function readNodes(db: Queryable, schemeVersionId: string, gradeMajorId: string | null): Promise<FoundNode[]> {
  const { rows } = await db.query<FoundNode>(
    `with node as (
       select module_id as id, parent_module_id as parent, module_name as name, module_id, null as classify_id,
           base.scheme_module_path(module_id) as path
         from base.scheme_module where scheme_version_id = $1
       union all select classify_id, module_id, classify_name, module_id, classify_id,
           base.scheme_module_path(module_id) || ('/' || lpad(sort_num::text, 6, '0') || classify_id)
         from base.scheme_classify where scheme_version_id = $1)
     select node.id as "nodeId", node.parent as "parentId", cardinality(node.path) as level, node.name,
         node.module_id as "moduleId", node.classify_id as "classifyId", own.scheme_system_id as "schemeSystemId",
         own.min_credit as min, own.max_credit as max, own.min_hours as hours, own.min_course_num as "minCourseNum",
         case when $2::text is not null then template.min_credit end as template
       from node
       left join base.scheme_system own on own.module_id = node.module_id
         and own.classify_id is not distinct from node.classify_id and own.grade_major_id is not distinct from $2
       left join base.scheme_system template on template.module_id = node.module_id
         and template.classify_id is not distinct from node.classify_id and template.grade_major_id is null
      order by node.path`,
    [schemeVersionId, gradeMajorId],
  );
  return rows;
}

/** The credits of a version, or of a grade-major by the version that it chose, as a tree with its sums (SCHEME-10). */
export async function readSystem(db: Queryable, { schemeVersionId, gradeMajorId }: Whose): Promise<SystemTree> {
  const { rows } = await db.query<{
    version: string | null;
    name: string;
    status: string;
    major: string;
    total: number | null;
  }>(
    `select version.scheme_version_id as version, coalesce(version.scheme_version_name, '') as name,
        coalesce(version.publish_status, '') as status, coalesce(major.njzymc, '') as major,
        case when $2::text is null then version.min_total_credit else requirement.total_credit end as total
       from (select) one
       left join base.grade_major_requirement requirement on requirement.grade_major_id = $2
       left join base.grade_major major on major.njzydm = $2
       left join base.scheme_version version
         on version.scheme_version_id = case when $2::text is null then $1 else requirement.scheme_version_id end`,
    [schemeVersionId, gradeMajorId],
  );
  const { version = null, name = '', status = '', major = '', total = null } = rows[0] ?? {};
  const nodes = version === null ? [] : await readNodes(db, version, gradeMajorId);
  const sum = creditBelow(nodes);
  const parents = new Set(nodes.map(({ parentId }) => parentId));
  return {
    schemeVersionId: version,
    schemeVersionName: name,
    gradeMajorId,
    gradeMajorName: major,
    totalCredit: textOrNull(total),
    arrangedCredit: creditText(sum(null)),
    fixed: version === null ? '' : fixedReason(status, gradeMajorId),
    nodes: nodes.map(({ min, max, hours, template, ...node }): SystemNode => {
      const isParent = parents.has(node.nodeId);
      return {
        ...node,
        minCredit: textOrNull(min),
        maxCredit: textOrNull(max),
        minHours: textOrNull(hours),
        creditRatio: min === null || !total ? null : formatDecimal(Math.round((min * 1000) / total), 1, 1),
        templateCredit: textOrNull(template),
        belowCredit: isParent ? creditText(sum(node.nodeId)) : null,
        isParent: isParent ? '1' : '0',
      };
    }),
  };
}

function fixedReason(status: string, gradeMajorId: string | null): string {
  if (gradeMajorId === null)
    return status === schemeVersionStatus.draft ? '' : '方案版本已发布，模板不能修改，需要改动时请复制为新版本';
  return status === schemeVersionStatus.published ? '' : '方案版本没有发布或已经结束，不能修改';
}

/** The newest published version for students of a kind; null: none. */
export async function newestVersion(db: Queryable, studyTypeCode: string): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `select scheme_version_id as id from base.scheme_version where publish_status = $1 and study_type_code = $2
      order by scheme_version_year desc limit 1`,
    [schemeVersionStatus.published, studyTypeCode],
  );
  return rows[0]?.id ?? null;
}

/** Whether credits may be asked for at a module or class, by a grade-major or in the template, and if not, why. */
export async function judge(
  db: Queryable,
  { moduleId, classifyId, gradeMajorId }: { moduleId: string; classifyId?: string; gradeMajorId?: string },
): Promise<{ allowed: boolean; reason: string }> {
  const { rows } = await db.query<{ version: string; there: boolean; fits: boolean; chosen: string | null }>(
    `select module.scheme_version_id as version,
        $2::text is null or exists (select from base.scheme_classify where classify_id = $2 and module_id = $1) as fits,
        exists (select from base.scheme_system system where system.module_id = $1
          and system.classify_id is not distinct from $2 and system.grade_major_id is not distinct from $3) as there,
        (select scheme_version_id from base.grade_major_requirement where grade_major_id = $3) as chosen
       from base.scheme_module module where module_id = $1`,
    [moduleId, classifyId ?? null, gradeMajorId ?? null],
  );
  const [row] = rows;
  const reason = !row
    ? '没有这个课程模块'
    : !row.fits
      ? '课程分类应在所选的模块中'
      : row.there
        ? '已有学分要求'
        : gradeMajorId !== undefined && row.chosen !== row.version
          ? '该年级专业没有选择这个方案版本'
          : (await readSystem(db, { schemeVersionId: row.version, gradeMajorId: gradeMajorId ?? null })).fixed;
  return { allowed: reason === '', reason };
}
