import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import type {
  selectedClassifyOfMajor,
  schemeModuleByGradeMajor,
} from '@jwxt/contracts/scheme/requirement.operations.ts';
import { creditText } from '@jwxt/contracts/scheme/scheme-system.rules.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

type ModulesOfMajor = OutputOf<typeof schemeModuleByGradeMajor>;

/** The modules of the version of a grade-major with their classes, and which of them it uses (SCHEME-12). */
export async function readModulesOfMajor(db: Queryable, gradeMajorId: string): Promise<ModulesOfMajor> {
  const { rows: versions } = await db.query<{ id: string; name: string; total: number | null }>(
    `select scheme_version_id as id, scheme_version_name as name, total_credit as total
       from base.grade_major_requirement join base.scheme_version using (scheme_version_id) where grade_major_id = $1`,
    [gradeMajorId],
  );
  const [version] = versions;
  if (!version) return { schemeVersionId: null, schemeVersionName: '', totalCredit: null, modules: [] };
  const { rows } = await db.query<{
    moduleId: string;
    moduleName: string;
    classifyId: string;
    classifyName: string;
    majorSystemId: string | null;
    min: number;
    selected: number;
    courses: number;
  }>(
    `select classify.module_id as "moduleId", classify.module_name as "moduleName",
        classify.classify_id as "classifyId", classify.classify_name as "classifyName",
        used.major_system_id as "majorSystemId",
        coalesce(used.min_credit, own.min_credit, template.min_credit, 0) as min,
        coalesce(used.selected_credit, 0) as selected, coalesce(used.course_num, 0) as courses
       from base.scheme_classify classify
       left join base.major_system used on used.classify_id = classify.classify_id and used.grade_major_id = $2
       left join base.scheme_system own on own.classify_id = classify.classify_id and own.grade_major_id = $2
       left join base.scheme_system template
         on template.classify_id = classify.classify_id and template.grade_major_id is null
      where classify.scheme_version_id = $1
      order by base.scheme_module_path(classify.module_id), classify.sort_num, classify.classify_id`,
    [version.id, gradeMajorId],
  );
  const modules = [...Map.groupBy(rows, ({ moduleId }) => moduleId)].map(([moduleId, classifies]) => ({
    moduleId,
    moduleName: classifies[0]?.moduleName ?? '',
    classifies: classifies.map(({ min, selected, courses, moduleId: _id, moduleName: _name, ...classify }) => ({
      ...classify,
      minCredit: creditText(min),
      selectedCredit: creditText(selected),
      courseNum: courses,
    })),
  }));
  return {
    schemeVersionId: version.id,
    schemeVersionName: version.name,
    totalCredit: version.total === null ? null : creditText(version.total),
    modules,
  };
}

/** The classes that a grade-major uses, in order. */
export async function readClassesOfMajor(
  db: Queryable,
  gradeMajorId: string,
): Promise<OutputOf<typeof selectedClassifyOfMajor>['list']> {
  const { rows } = await db.query<OutputOf<typeof selectedClassifyOfMajor>['list'][number]>(
    `select classify_id as "classifyId", classify_name as "classifyName", classify.module_id as "moduleId",
        module_name as "moduleName"
       from base.major_system used join base.scheme_classify classify using (classify_id)
      where grade_major_id = $1 order by used.sort_num, classify_name`,
    [gradeMajorId],
  );
  return rows;
}
