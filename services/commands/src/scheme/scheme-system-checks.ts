import { schemeVersionStatus } from '@jwxt/contracts/scheme/scheme-version.resource.ts';
import { creditBelow, creditProblems, creditText } from '@jwxt/contracts/scheme/scheme-system.rules.ts';
import { projectType } from '@jwxt/contracts/scheme/scheme-system.resource.ts';
import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { ResourceRules } from '../kernel/resource-routes.ts';
import { loadSystemTree, loadTotalCredit, systemFixed } from './system-tree.facts.ts';

/** Tenths of a credit that a person typed; empty: null. */
export const tenthsOf = (text: unknown): number | null =>
  text === null || text === undefined ? null : Math.round(Number(text) * 10);

/** SCHEME-10: what is below asks for no more than what is above; units write by the version that they chose. */
export const schemeSystemRules: ResourceRules = {
  inTurn: true,
  kept: (client, row) => systemFixed(client, row['scheme_version_id'], row['grade_major_id']),
  async check(client, values) {
    const { moduleId, classifyId = null, gradeMajorId = null, minCredit, maxCredit } = values;
    const { rows } = await client.query<{ version: string; fits: boolean }>(
      `select scheme_version_id as version, $2::text is null
          or exists (select from base.scheme_classify where classify_id = $2 and module_id = $1) as fits
         from base.scheme_module where module_id = $1`,
      [moduleId, classifyId],
    );
    const [module] = rows;
    if (!module) return [];
    if (!module.fits) return [{ field: 'classifyId', message: '课程分类应在所选的模块中' }];
    const fixed = await systemFixed(client, module.version, gradeMajorId);
    if (fixed !== null) return [{ field: gradeMajorId === null ? 'moduleId' : 'gradeMajorId', message: fixed }];
    const nodeId = classifyId ?? moduleId;
    const tree = (await loadSystemTree(client, module.version, gradeMajorId)).map((node) =>
      node.nodeId === nodeId ? { ...node, min: tenthsOf(minCredit), max: tenthsOf(maxCredit) } : node,
    );
    const [problem] = creditProblems(tree, await loadTotalCredit(client, module.version, gradeMajorId));
    return problem === undefined ? [] : [{ field: 'minCredit', message: problem.message }];
  },
};

/** SCHEME-11: a published version, changed only while no credits stand; the total holds what the modules ask for. */
export const gradeMajorRequirementRules: ResourceRules = {
  async stays(client, row) {
    const { rowCount } = await client.query('select from base.scheme_system where grade_major_id = $1 limit 1', [
      row['grade_major_id'],
    ]);
    return rowCount === 0 ? null : '已有课程体系，请先清空';
  },
  async check(client, { gradeMajorId, schemeVersionId = null, totalCredit }, before) {
    if (schemeVersionId !== null && before?.['scheme_version_id'] !== schemeVersionId) {
      const reason = await versionUnusable(client, schemeVersionId, gradeMajorId);
      if (reason !== null) return [{ field: 'schemeVersionId', message: reason }];
    }
    const version = before?.['scheme_version_id'] ?? null;
    if (version === null) return [];
    if (version !== schemeVersionId) {
      const { rowCount } = await client.query('select from base.scheme_system where grade_major_id = $1 limit 1', [
        gradeMajorId,
      ]);
      if (rowCount !== 0) return [{ field: 'schemeVersionId', message: '该年级专业已有课程体系，更换版本前请先清空' }];
    }
    const arranged = creditBelow(await loadSystemTree(client, version, gradeMajorId))(null);
    return arranged > (tenthsOf(totalCredit) ?? 0)
      ? [{ field: 'totalCredit', message: `各模块的最低学分之和为 ${creditText(arranged)}，总学分不能更低` }]
      : [];
  },
};

/** Why a grade-major cannot be trained by a version; null: it can. */
export async function versionUnusable(
  client: Parameters<NonNullable<ResourceRules['check']>>[0],
  schemeVersionId: unknown,
  gradeMajorId: unknown,
): Promise<string | null> {
  const { rows } = await client.query<{ status: string; grade: boolean; type: boolean }>(
    `select version.publish_status as status, version.study_type_code = major.xslbdm as type,
        major.njdm >= version.begin_grade and major.njdm <= coalesce(version.end_grade, major.njdm) as grade
       from base.scheme_version version, base.grade_major major
      where version.scheme_version_id = $1 and major.njzydm = $2`,
    [schemeVersionId, gradeMajorId],
  );
  const [found] = rows;
  if (!found) return null;
  if (found.status !== schemeVersionStatus.published) return '只能选择已发布的方案版本';
  if (!found.type) return '该版本用于另一类学生';
  return found.grade ? null : '该版本不用于这个年级';
}

/** SCHEME-12: classes of the version that the grade-major chose; one with courses stays. */
export const majorSystemRules: ResourceRules = {
  stays: (_client, { course_num: courses }) =>
    Promise.resolve(Number(courses) > 0 ? `已排 ${String(courses)} 门课程，不能删除` : null),
  async check(client, { gradeMajorId, classifyId }, before): Promise<FieldError[]> {
    if (before !== null) return [];
    const { rows } = await client.query<{ chosen: string | null; own: string }>(
      `select requirement.scheme_version_id as chosen, classify.scheme_version_id as own
         from base.scheme_classify classify
         left join base.grade_major_requirement requirement on requirement.grade_major_id = $1
        where classify_id = $2`,
      [gradeMajorId, classifyId],
    );
    const [row] = rows;
    if (row?.chosen === null) return [{ field: 'gradeMajorId', message: '该年级专业还没有选择方案版本' }];
    return row === undefined || row.chosen === row.own
      ? []
      : [{ field: 'classifyId', message: '课程分类应在该年级专业的方案版本中' }];
  },
};

/** SCHEME-26: 主修 of a grade-major is there once, in use, for ever. */
export const gradeMajorProjectRules: ResourceRules = {
  stays: (_client, row) => Promise.resolve(row['project_type'] === projectType.main ? '是主修，不能删除' : null),
  async check(client, { gradeMajorId, projectType: type, sfqy }, before) {
    if (type !== projectType.main) return [];
    if (sfqy !== yesNo.yes) return [{ field: 'sfqy', message: '主修不能停用' }];
    if (before !== null) return [];
    const { rowCount } = await client.query(
      'select from base.grade_major_project where grade_major_id = $1 and project_type = $2',
      [gradeMajorId, projectType.main],
    );
    return rowCount === 0 ? [] : [{ field: 'projectType', message: '该年级专业已有主修' }];
  },
};
