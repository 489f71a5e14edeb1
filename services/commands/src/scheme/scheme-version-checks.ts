import { MODULE_LEVELS, schemeVersionStatus } from '@jwxt/contracts/scheme/scheme-version.resource.ts';
import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { ResourceRules } from '../kernel/resource-routes.ts';
import type { StoredRow } from '../kernel/resource-rows.ts';
import { fixedVersion, VERSION_USE } from './fixed-version.ts';

const { draft, published, closed } = schemeVersionStatus;
/** What is said to be changed of a version that units write by: it may only end. */
const written = {
  schemeVersionName: 'scheme_version_name',
  schemeVersionYear: 'scheme_version_year',
  studyTypeCode: 'study_type_code',
  beginGrade: 'begin_grade',
} as const;

/** SCHEME-09: one version of a year and kind of students is published; what is published is fixed. */
export const schemeVersionRules: ResourceRules = {
  uses: [
    { what: '年级专业', unit: '个', count: VERSION_USE },
    {
      what: '课程模块',
      unit: '个',
      count: 'select count(*) as n from base.scheme_module where scheme_version_id = $1',
    },
  ],
  stays: (_client, row) =>
    Promise.resolve(row['publish_status'] === draft ? null : '已发布过，不能删除，可以改为已结束'),
  async check(client, values, before) {
    const status = values['publishStatus'];
    if (before === null)
      return status === draft
        ? []
        : [{ field: 'publishStatus', message: '新版本应为草稿，建立课程模块和分类后再发布' }];
    const errors: FieldError[] = [];
    if (before['publish_status'] !== draft)
      for (const [field, column] of Object.entries(written))
        if ((values[field] ?? null) !== before[column])
          errors.push({ field, message: '发布后不能修改，请复制为新版本' });
    const wrong = await wrongTurn(client, values, before);
    return wrong === null ? errors : [...errors, { field: 'publishStatus', message: wrong }];
  },
};

/** Why a version cannot get the status that it is given; null: it can, or keeps its own. */
async function wrongTurn(client: PoolClient, values: WireRow, before: StoredRow): Promise<string | null> {
  const [from, to, key] = [before['publish_status'], values['publishStatus'], before['scheme_version_id']];
  if (to === published) {
    const { rows } = await client.query<{ name: string }>(
      `select scheme_version_name as name from base.scheme_version where scheme_version_year = $1
         and study_type_code = $2 and publish_status = '1' and scheme_version_id <> $3`,
      [values['schemeVersionYear'], values['studyTypeCode'], key],
    );
    const [other] = rows;
    if (other) return `同一年份、同一学生类别的“${other.name}”已发布，请先把它改为已结束`;
  }
  if (from === to) return null;
  if (from === closed) return '已结束的版本不能再启用，请复制为新版本';
  if (to === closed) return from === draft ? '草稿不能直接结束，可以删除' : null;
  if (to === draft) {
    const used = Number((await client.query<{ n: number }>(VERSION_USE, [key])).rows[0]?.n ?? 0);
    return used > 0 ? `已有 ${String(used)} 个年级专业使用，不能改回草稿` : null;
  }
  const { rowCount } = await client.query('select from base.scheme_classify where scheme_version_id = $1 limit 1', [
    key,
  ]);
  return rowCount === 0 ? '还没有课程分类，不能发布' : null;
}

const usedIn = (what: string, table: string, column: string) => ({
  what,
  unit: '条',
  count: `select count(*) as n from base.${table} where ${column} = $1`,
});
const keptWithVersion = async (client: PoolClient, row: StoredRow): Promise<string | null> => {
  const reason = await fixedVersion(client, row['scheme_version_id']);
  return reason === null ? null : `所在的方案版本${reason}`;
};
async function versionError(client: PoolClient, version: unknown, field: string): Promise<FieldError[]> {
  const reason = await fixedVersion(client, version);
  return reason === null ? [] : [{ field, message: `方案版本${reason}` }];
}

/** How many levels of modules there are from the top down to a module, and from it to the deepest below it. */
export async function levelsOf(client: PoolClient, moduleId: unknown): Promise<{ above: number; below: number }> {
  const { rows } = await client.query<{ above: number; below: number }>(
    `with recursive down as (
       select module_id, 1 as n from base.scheme_module where module_id = $1
       union all select below.module_id, down.n + 1
         from base.scheme_module below join down on below.parent_module_id = down.module_id where down.n < 10)
     select coalesce(cardinality(base.scheme_module_path($1)), 0) as above,
         coalesce((select max(n) from down), 0) as below`,
    [moduleId],
  );
  return rows[0] ?? { above: 0, below: 0 };
}

/** Whether a module is another one, or stands somewhere below it. */
export async function isInside(client: PoolClient, moduleId: unknown, above: unknown): Promise<boolean> {
  const { rowCount } = await client.query(
    `with recursive up as (
       select module_id, parent_module_id, 1 as n from base.scheme_module where module_id = $1
       union all select over.module_id, over.parent_module_id, up.n + 1
         from base.scheme_module over join up on over.module_id = up.parent_module_id where up.n < 10)
     select from up where module_id = $2`,
    [moduleId, above],
  );
  return rowCount !== 0;
}

/** SCHEME-09: modules stand three levels deep in their version, while nobody writes by it. */
export const schemeModuleRules: ResourceRules = {
  uses: [
    usedIn('下级模块', 'scheme_module', 'parent_module_id'),
    usedIn('课程分类', 'scheme_classify', 'module_id'),
    usedIn('课程体系', 'scheme_system', 'module_id'),
  ],
  inTurn: true,
  kept: keptWithVersion,
  async check(client, { schemeVersionId, parentModuleId = null }, before) {
    const errors = before === null ? await versionError(client, schemeVersionId, 'schemeVersionId') : [];
    if (parentModuleId === null) return errors;
    const own = before?.['module_id'] ?? null;
    const { rows } = await client.query<{ version: string }>(
      'select scheme_version_id as version from base.scheme_module where module_id = $1',
      [parentModuleId],
    );
    const at = (message: string): FieldError[] => [...errors, { field: 'parentModuleId', message }];
    if (rows[0] && rows[0].version !== schemeVersionId) return at('上级模块应在同一个方案版本中');
    if (own !== null && (await isInside(client, parentModuleId, own))) return at('上级模块不能是它自己或它的下级');
    const { above } = await levelsOf(client, parentModuleId);
    const height = own === null ? 1 : (await levelsOf(client, own)).below;
    return above + height > MODULE_LEVELS ? at('课程模块最多三级') : errors;
  },
};

/** SCHEME-09: a class of courses stays in its version. */
export const schemeClassifyRules: ResourceRules = {
  uses: [usedIn('课程体系', 'scheme_system', 'classify_id'), usedIn('专业体系', 'major_system', 'classify_id')],
  kept: keptWithVersion,
  async check(client, { moduleId }, before) {
    const { rows } = await client.query<{ version: string }>(
      'select scheme_version_id as version from base.scheme_module where module_id = $1',
      [moduleId],
    );
    const version = rows[0]?.version;
    if (version === undefined) return [];
    if (before !== null && before['scheme_version_id'] !== version)
      return [{ field: 'moduleId', message: '只能移到同一个方案版本的模块中' }];
    if (before !== null && before['module_id'] !== moduleId) {
      const { rowCount } = await client.query('select from base.scheme_system where classify_id = $1 limit 1', [
        before['classify_id'],
      ]);
      if (rowCount !== 0) return [{ field: 'moduleId', message: '课程体系已有它的学分要求，不能移到其他模块' }];
    }
    return await versionError(client, version, 'moduleId');
  },
};
