import type { ClassifyRow, ModuleRow, SchemeVersionRow } from '@jwxt/contracts/scheme/scheme-version.operations.ts';
import { schemeVersion, schemeVersionStatus } from '@jwxt/contracts/scheme/scheme-version.resource.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

const statusNames: Readonly<Record<string, string>> =
  schemeVersion.fields.publishStatus.kind.type === 'choice' ? schemeVersion.fields.publishStatus.kind.options : {};

/** Versions, newest first; `published`: only those that units write by now. */
export async function readVersions(
  db: Queryable,
  { published = false, key = null }: { published?: boolean; key?: string | null } = {},
): Promise<SchemeVersionRow[]> {
  const { rows } = await db.query<Omit<SchemeVersionRow, 'publishStatusName'>>(
    `select scheme_version_id as "schemeVersionId", scheme_version_name as "schemeVersionName",
        scheme_version_year as "schemeVersionYear", study_type_code as "studyTypeCode",
        coalesce(type.mc, study_type_code) as "studyTypeName", publish_status as "publishStatus"
       from base.scheme_version left join base.data_dict type on type.dmlb = 'XTGL_XSLB' and type.dm = study_type_code
      where ($1::text is null or scheme_version_id = $1) and (not $2 or publish_status = $3)
      order by scheme_version_year desc, scheme_version_name`,
    [key, published, schemeVersionStatus.published],
  );
  return rows.map((row) => ({ ...row, publishStatusName: statusNames[row.publishStatus] ?? '' }));
}

/** Why the tree of a version stays as it is; empty: it may be changed (as the commands judge it). */
export async function fixedOf(db: Queryable, { schemeVersionId, publishStatus }: SchemeVersionRow): Promise<string> {
  if (publishStatus === schemeVersionStatus.draft) return '';
  const { rows } = await db.query<{ n: number }>(
    `select count(distinct grade_major_id)::int as n from (
       select grade_major_id from base.grade_major_requirement where scheme_version_id = $1
       union all select grade_major_id from base.scheme_system
         where scheme_version_id = $1 and grade_major_id is not null) used`,
    [schemeVersionId],
  );
  const used = rows[0]?.n ?? 0;
  if (used > 0) return `已有 ${String(used)} 个年级专业使用，需要改动时请复制为新版本`;
  return publishStatus === schemeVersionStatus.published
    ? '已发布，需要改动时请先改回草稿或复制为新版本'
    : '已结束，需要改动时请复制为新版本';
}

const classifyColumns = `classify.classify_id as "classifyId", classify.classify_name as "classifyName",
  classify.module_id as "moduleId", classify.module_name as "moduleName", classify.course_nature as "courseNature",
  coalesce(nature.mc, '') as "courseNatureName", classify.course_attribute as "courseAttribute",
  coalesce(attribute.mc, '') as "courseAttributeName", classify.sort_num as "sortNum", classify.xmin::text as version`;
const classifyFrom = `base.scheme_classify classify
  left join base.data_dict nature on nature.dmlb = 'XTGL_KCXZDMJ' and nature.dm = classify.course_nature
  left join base.data_dict attribute on attribute.dmlb = 'XTGL_KCSXDMJ' and attribute.dm = classify.course_attribute`;

/** Modules of a version from the top down, each with its classes. */
export async function readModules(db: Queryable, schemeVersionId: string): Promise<ModuleRow[]> {
  const { rows: modules } = await db.query<Omit<ModuleRow, 'classifies' | 'isParent'>>(
    `select module_id as "moduleId", module_name as "moduleName", parent_module_id as "parentModuleId",
        cardinality(base.scheme_module_path(module_id)) as level, sort_num as "sortNum", module.xmin::text as version
       from base.scheme_module module where scheme_version_id = $1 order by base.scheme_module_path(module_id)`,
    [schemeVersionId],
  );
  const { rows: classifies } = await db.query<ClassifyRow>(
    `select ${classifyColumns} from ${classifyFrom} where classify.scheme_version_id = $1
      order by classify.sort_num, classify.classify_id`,
    [schemeVersionId],
  );
  const parents = new Set(modules.map(({ parentModuleId }) => parentModuleId));
  return modules.map((module) => {
    const own = classifies.filter(({ moduleId }) => moduleId === module.moduleId);
    return { ...module, isParent: parents.has(module.moduleId) || own.length > 0 ? '1' : '0', classifies: own };
  });
}

/** Classes of a version that its credits name, or name not; `besides`: a row of credits whose class counts as free. */
export async function readClassifies(
  db: Queryable,
  schemeVersionId: string,
  {
    gradeMajorId = null,
    selected,
    besides = null,
  }: {
    gradeMajorId?: string | null;
    selected: boolean;
    besides?: string | null;
  },
): Promise<ClassifyRow[]> {
  const { rows } = await db.query<ClassifyRow>(
    `select ${classifyColumns} from ${classifyFrom} where classify.scheme_version_id = $1
        and $3 = exists (select from base.scheme_system system where system.classify_id = classify.classify_id
          and system.grade_major_id is not distinct from $2 and system.scheme_system_id is distinct from $4)
      order by base.scheme_module_path(classify.module_id), classify.sort_num, classify.classify_id`,
    [schemeVersionId, gradeMajorId, selected, besides],
  );
  return rows;
}
