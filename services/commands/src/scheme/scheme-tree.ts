import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { defaultModules } from '@jwxt/contracts/scheme/default-modules.ts';
import type {
  addModulesOfDefault,
  copySchemeVersion,
  moveSchemeClassify,
  moveSchemeModule,
} from '@jwxt/contracts/scheme/scheme-version.operations.ts';
import { MODULE_LEVELS } from '@jwxt/contracts/scheme/scheme-version.resource.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations, type LoggedChange } from '../kernel/operation-log.ts';
import { refuse, refuseField, type Refused } from '../kernel/refusal.ts';
import { fixedVersion } from './fixed-version.ts';
import { isInside, levelsOf } from './scheme-version-checks.ts';

/** One change of modules and classes at a time, as the commands of their rows do. */
async function lockTree(client: PoolClient): Promise<void> {
  for (const name of ['schemeVersion', 'schemeModule', 'schemeClassify'])
    await client.query('select pg_advisory_xact_lock(hashtext($1))', [`resource:${name}`]);
}

async function refuseFixed(client: PoolClient, schemeVersionId: string): Promise<Refused | null> {
  const { rows } = await client.query<{ name: string }>(
    'select scheme_version_name as name from base.scheme_version where scheme_version_id = $1',
    [schemeVersionId],
  );
  const [version] = rows;
  if (!version) return refuse('NOT_FOUND');
  const reason = await fixedVersion(client, schemeVersionId);
  return reason === null ? null : refuse('SCHEME_VERSION_FIXED', { name: version.name, reason });
}

/** Stores rows of a table and writes them into the operation log as created. */
async function insertAll(
  client: PoolClient,
  context: CommandContext,
  { resource, table, key }: { resource: string; table: string; key: string },
  rows: readonly object[],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.keys(rows[0]!).join(', ');
  const stored = await client.query<LoggedChange>(
    `insert into base.${table} as stored (${columns})
     select ${columns} from jsonb_populate_recordset(null::base.${table}, $1::jsonb)
     returning stored.${key} as key, null as before, to_jsonb(stored) as after`,
    [JSON.stringify(rows)],
  );
  await logOperations(client, context, 'create', resource, stored.rows);
}
const moduleTable = { resource: 'schemeModule', table: 'scheme_module', key: 'module_id' };
const classifyTable = { resource: 'schemeClassify', table: 'scheme_classify', key: 'classify_id' };
const systemTable = { resource: 'schemeSystem', table: 'scheme_system', key: 'scheme_system_id' };

/** Gives a version without modules the default ones (SCHEME-09). */
export async function giveDefaultModules(
  client: PoolClient,
  context: CommandContext,
  { schemeVersionId }: z.output<typeof addModulesOfDefault.payload>,
): Promise<z.output<typeof addModulesOfDefault.result> | Refused> {
  await lockTree(client);
  const refused = await refuseFixed(client, schemeVersionId);
  if (refused) return refused;
  const there = await client.query('select from base.scheme_module where scheme_version_id = $1 limit 1', [
    schemeVersionId,
  ]);
  if (there.rowCount !== 0) return refuse('SCHEME_MODULES_THERE');
  const { rows } = await client.query<{ name: string }>(
    'select scheme_version_name as name from base.scheme_version where scheme_version_id = $1',
    [schemeVersionId],
  );
  const ofVersion = { scheme_version_id: schemeVersionId, scheme_version_name: rows[0]?.name ?? '' };
  const modules: object[] = [];
  const classifies: object[] = [];
  const add = (list: typeof defaultModules, parent: string | null): void => {
    for (const [at, { name, below = [], classifies: own = [] }] of list.entries()) {
      const id = randomUUID();
      modules.push({
        ...ofVersion,
        module_id: id,
        module_name: name,
        parent_module_id: parent,
        sort_num: at + 1,
      });
      for (const [place, [classifyName, nature, attribute]] of own.entries())
        classifies.push({
          ...ofVersion,
          classify_id: randomUUID(),
          module_id: id,
          module_name: name,
          classify_name: classifyName,
          course_nature: nature,
          course_attribute: attribute,
          sort_num: place + 1,
        });
      add(below, id);
    }
  };
  add(defaultModules, null);
  await insertAll(client, context, moduleTable, modules);
  await insertAll(client, context, classifyTable, classifies);
  return { modules: modules.length, classifies: classifies.length };
}

/** Copies a version with its tree and its template of credits, as a draft (SCHEME-09). */
export async function copyOfVersion(
  client: PoolClient,
  context: CommandContext,
  { schemeVersionId, ...own }: z.output<typeof copySchemeVersion.payload>,
): Promise<{ key: string } | Refused> {
  await lockTree(client);
  const found = async <R extends Record<string, unknown>>(table: string, order: string, more = ''): Promise<R[]> =>
    (
      await client.query<{ row: R }>(
        `select to_jsonb(stored) - 'full_name' as row from base.${table} stored
          where scheme_version_id = $1 ${more} order by ${order}`,
        [schemeVersionId],
      )
    ).rows.map(({ row }) => row);
  const [version] = await found('scheme_version', '1');
  if (!version) return refuse('NOT_FOUND');
  const named = await client.query('select from base.scheme_version where scheme_version_name = $1', [
    own.schemeVersionName,
  ]);
  if (named.rowCount !== 0) return fieldRefused('schemeVersionName', '版本名称已存在');
  const grade = await client.query('select from base.grade where njdm = $1', [own.beginGrade]);
  if (grade.rowCount === 0) return fieldRefused('beginGrade', '没有这个年级');
  const key = randomUUID();
  const named1 = { scheme_version_id: key, scheme_version_name: own.schemeVersionName };
  await insertAll(client, context, { resource: 'schemeVersion', table: 'scheme_version', key: 'scheme_version_id' }, [
    {
      ...version,
      ...named1,
      scheme_version_year: own.schemeVersionYear,
      begin_grade: own.beginGrade,
      end_grade: null,
      publish_status: '0',
    },
  ]);
  const ids = new Map<unknown, string>();
  const other = (id: unknown): string | null => {
    if (id === null) return null;
    const known = ids.get(id) ?? randomUUID();
    ids.set(id, known);
    return known;
  };
  const modules = await found('scheme_module', 'cardinality(base.scheme_module_path(module_id))');
  await insertAll(
    client,
    context,
    moduleTable,
    modules.map((row) => ({
      ...row,
      ...named1,
      module_id: other(row['module_id']),
      parent_module_id: other(row['parent_module_id']),
    })),
  );
  const classifies = await found('scheme_classify', '1');
  await insertAll(
    client,
    context,
    classifyTable,
    classifies.map((row) => ({
      ...row,
      ...named1,
      classify_id: other(row['classify_id']),
      module_id: other(row['module_id']),
    })),
  );
  const systems = await found('scheme_system', '1', 'and grade_major_id is null');
  await insertAll(
    client,
    context,
    systemTable,
    systems.map((row) => ({
      ...row,
      scheme_version_id: key,
      scheme_system_id: randomUUID(),
      classify_id: other(row['classify_id']),
      module_id: other(row['module_id']),
    })),
  );
  return { key };
}

function fieldRefused(field: string, message: string): Refused {
  return refuse('INVALID_INPUT', {}, { fieldErrors: [{ field, message }] });
}

/** Numbers those that stand together anew, with one among them at its new place; tells what that changed. */
async function renumber(
  client: PoolClient,
  { table, key }: { table: string; key: string },
  siblings: readonly string[],
  set: string,
  moved: string,
  to: unknown,
): Promise<LoggedChange[]> {
  const { rows } = await client.query<LoggedChange>(
    `with placed as (select id, place from unnest($1::text[]) with ordinality each (id, place)),
       old as (select stored.${key} as id, placed.place, to_jsonb(stored) as before
         from base.${table} stored join placed on placed.id = stored.${key} for update of stored)
     update base.${table} stored set sort_num = old.place, ${set}
       from old where stored.${key} = old.id and (stored.sort_num <> old.place or stored.${key} = $2)
     returning stored.${key} as key, old.before, to_jsonb(stored) as after`,
    [siblings, moved, to],
  );
  return rows;
}

function placed(siblings: readonly string[], moved: string, before: string | null): string[] {
  const others = siblings.filter((each) => each !== moved);
  const at = before === null ? -1 : others.indexOf(before);
  return at < 0 ? [...others, moved] : others.toSpliced(at, 0, moved);
}

/** Puts a module elsewhere in its version (SCHEME-09). */
export async function moveModuleTo(
  client: PoolClient,
  context: CommandContext,
  { moduleId, parentModuleId, before }: z.output<typeof moveSchemeModule.payload>,
): Promise<{ key: string } | Refused> {
  await lockTree(client);
  const found = await client.query<{ id: string; version: string; name: string }>(
    `select module_id as id, scheme_version_id as version, module_name as name
       from base.scheme_module where module_id = any($1)`,
    [[moduleId, parentModuleId].filter((each) => each !== null)],
  );
  const own = found.rows.find(({ id }) => id === moduleId);
  const parent = found.rows.find(({ id }) => id === parentModuleId);
  if (!own || (parentModuleId !== null && !parent)) return refuse('NOT_FOUND');
  const refused = await refuseFixed(client, own.version);
  if (refused) return refused;
  if (parent && parent.version !== own.version) return refuse('SCHEME_MODULE_ELSEWHERE');
  if (parent && (await isInside(client, parent.id, own.id))) return refuse('SCHEME_MODULE_INSIDE');
  const above = parent ? (await levelsOf(client, parent.id)).above : 0;
  if (above + (await levelsOf(client, own.id)).below > MODULE_LEVELS) return refuse('SCHEME_MODULE_LEVELS');
  const { rows: siblings } = await client.query<{ id: string; name: string }>(
    `select module_id as id, module_name as name from base.scheme_module where scheme_version_id = $1
        and parent_module_id is not distinct from $2 order by sort_num, module_id`,
    [own.version, parentModuleId],
  );
  if (siblings.some(({ id, name }) => id !== own.id && name === own.name))
    return refuseField('RESOURCE_KEPT', { name: own.name, reason: '与该级的模块同名，不能移动' }, 'moduleId');
  const list = placed(
    siblings.map(({ id }) => id),
    moduleId,
    before,
  );
  const set = `parent_module_id = case when stored.module_id = $2 then $3::text else stored.parent_module_id end`;
  const changes = await renumber(client, moduleTable, list, set, moduleId, parentModuleId);
  await logOperations(client, context, 'update', 'schemeModule', changes);
  return { key: moduleId };
}

/** Puts a class of courses elsewhere in its version (SCHEME-09). */
export async function moveClassifyTo(
  client: PoolClient,
  context: CommandContext,
  { classifyId, moduleId, before }: z.output<typeof moveSchemeClassify.payload>,
): Promise<{ key: string } | Refused> {
  await lockTree(client);
  const found = await client.query<{
    own: string;
    to: string;
    name: string;
    from: string;
    used: boolean;
    same: boolean;
  }>(
    `select classify.scheme_version_id as own, module.scheme_version_id as to, classify.classify_name as name,
        classify.module_id as from,
        exists (select from base.scheme_system system where system.classify_id = $1) as used,
        exists (select from base.scheme_classify other where other.module_id = $2
          and other.classify_name = classify.classify_name and other.classify_id <> $1) as same
       from base.scheme_classify classify, base.scheme_module module
      where classify.classify_id = $1 and module.module_id = $2`,
    [classifyId, moduleId],
  );
  const [row] = found.rows;
  if (!row) return refuse('NOT_FOUND');
  const refused = await refuseFixed(client, row.own);
  if (refused) return refused;
  if (row.own !== row.to) return refuse('SCHEME_MODULE_ELSEWHERE');
  if (row.from !== moduleId && (row.used || row.same))
    return refuse('RESOURCE_KEPT', {
      name: row.name,
      reason: row.same ? '与该模块的分类同名，不能移动' : '已有学分要求，不能移到其他模块',
    });
  const { rows: siblings } = await client.query<{ id: string }>(
    'select classify_id as id from base.scheme_classify where module_id = $1 order by sort_num, classify_id',
    [moduleId],
  );
  const list = placed(
    siblings.map(({ id }) => id),
    classifyId,
    before,
  );
  const set = `module_id = case when stored.classify_id = $2 then $3::text else stored.module_id end,
    module_name = (select module_name from base.scheme_module where module_id = $3::text)`;
  const changes = await renumber(client, classifyTable, list, set, classifyId, moduleId);
  await logOperations(client, context, 'update', 'schemeClassify', changes);
  return { key: classifyId };
}
