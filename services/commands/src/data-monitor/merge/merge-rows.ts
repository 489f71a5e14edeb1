import pg from 'pg';
import { allResources } from '@jwxt/contracts/all-areas.ts';
import type { MergeUse } from '@jwxt/contracts/data-monitor/merge.command.ts';
import {
  keptApart,
  mergeHandlers,
  otherTables,
  recordTables,
  type MergeHandler,
} from '@jwxt/contracts/data-monitor/merge.vocabulary.ts';
import { referenceTable } from '@jwxt/contracts/kernel/resource-field.ts';
import { columnOf } from '@jwxt/contracts/kernel/resource-values.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import type { PoolClient, Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { keysOfTable, referencesTo, type Reference } from '../../kernel/references.ts';
import { followers } from '../../kernel/resource-following.ts';
import type { StoredRow } from '../../kernel/resource-rows.ts';

const name = pg.escapeIdentifier;

/** Which rows become which. `settled`: teaching classes that have a score sheet, which stay what they were. */
export interface Merging {
  readonly handler: MergeHandler;
  readonly stayKey: string;
  readonly goneKeys: readonly string[];
  readonly settled: readonly string[];
}

/** One row that a merge changed; `after` null: removed, because the row that stays has the same. */
export interface MergedRow {
  readonly table: string;
  readonly before: StoredRow;
  readonly after: StoredRow | null;
}

/** The resource of a handler. */
export function resourceOf(handler: MergeHandler): Resource {
  const found = allResources.find((each) => each.name === mergeHandlers[handler].resource);
  if (!found) throw new TypeError(`no resource ${handler}`);
  return found;
}

/** Table and key of a handler's rows. */
export const targetOf = (handler: MergeHandler): { table: string; key: string; name: string } =>
  referenceTable(mergeHandlers[handler].target);

/** What names the rows of a handler and is no mere record, in the order in which it is moved. */
export async function movedReferences(db: Queryable, handler: MergeHandler): Promise<Reference[]> {
  const all = await referencesTo(db, targetOf(handler).table, allResources);
  // Two resources may keep the rows of one table.
  const once = new Map(all.toReversed().map((reference) => [stepOf(reference), reference]));
  return [
    ...all.filter((reference) => once.get(stepOf(reference)) === reference && !recordTables.has(reference.table)),
    ...(handler === 'student' ? statusFacts : []),
  ];
}

/** What was decided about a student's status has no key to the student, so that it outlives the row (decision 082). */
const statusFacts: readonly Reference[] = ['student_status_fact', 'status_transition'].map((table) => ({
  table,
  column: 'student_code',
  many: false,
  label: null,
  resource: null,
}));
/** SQL: a fact that was decided; those of enrolment and corrections are about the row that goes, and stay with it. */
export const DECIDED_FACT = `fact.source in ('change', 'divert')`;

/** SQL: of a table, the rows that a reference is about. */
function aboutPerson({ table }: Reference): string {
  if (table === 'student_status_fact') return DECIDED_FACT.replace('fact.', 'moved.');
  return table === 'status_transition'
    ? `exists (select from base.student_status_fact fact where fact.fact_key = moved.fact_key and ${DECIDED_FACT})`
    : 'true';
}

/** The name under which people know a reference. */
export function referenceWords({ table, label, resource }: Reference): string {
  const what = resource?.title ?? otherTables[table] ?? '其他数据';
  return label === null ? what : `${what}（${label}）`;
}

/** The step of a job that moves a reference. */
export const stepOf = ({ table, column }: Reference): string => `${table}.${column}`;

/** Accounts are never handed from one person to another who has one: they are stopped. */
const isAccountOf = ({ table, column }: Reference): boolean => table === 'user_account' && column !== 'department_id';

/** SQL: the row `moved` may be changed: it is of no archived semester, and no class with a score sheet. `$3`: those. */
async function changeable(db: Queryable, { table }: Reference): Promise<string> {
  const { rows } = await db.query<{ to: string; column: string }>(
    `select target.relname as to, attribute.attname as column
       from pg_constraint constrained
       join pg_class target on target.oid = constrained.confrelid
       join pg_attribute attribute
         on attribute.attrelid = constrained.conrelid and attribute.attnum = constrained.conkey[1]
      where constrained.contype = 'f' and constrained.conrelid = ('base.' || quote_ident($1))::regclass
        and target.relname in ('semester', 'teaching_class')`,
    [table],
  );
  const of = (to: string): string | undefined => rows.find((each) => each.to === to)?.column;
  const [semester, teachingClass] = [of('semester'), of('teaching_class')];
  const own = table === 'teaching_class' ? 'moved.teaching_class_id <> all($3)' : '$3::text[] is not null';
  if (semester !== undefined)
    return `${own} and not exists (select from base.semester
      where semester.xnxq = moved.${name(semester)} and semester.sfgd = '1')`;
  if (teachingClass !== undefined)
    return `${own} and not exists (select from base.teaching_class class
      join base.semester on semester.xnxq = class.semester_id and semester.sfgd = '1'
      where class.teaching_class_id = moved.${name(teachingClass)})`;
  return own;
}

/** SQL: `other` is the row that `moved` would be the same as. Null: there can be none. */
async function sameAs(db: Queryable, { table, column }: Reference): Promise<{ sql: string; rest: string[] } | null> {
  const { unique } = await keysOfTable(db, table);
  const shared = (await withSources(db, table, unique)).filter((columns) => columns.includes(column));
  if (shared.length === 0) return null;
  const same = shared.map((columns) =>
    columns
      .filter((each) => each !== column)
      .map((each) => `other.${name(each)} = moved.${name(each)}`)
      .join(' and '),
  );
  return {
    sql: same.map((each) => `(${each === '' ? 'true' : each})`).join(' or '),
    rest: (shared[0] ?? []).filter((each) => each !== column),
  };
}

/** Sets of columns with those that a computed one is made of in its place. */
async function withSources(
  db: Queryable,
  table: string,
  unique: readonly (readonly string[])[],
): Promise<readonly (readonly string[])[]> {
  const { rows } = await db.query<{ name: string; sources: string[] }>(
    `select made.attname::text as name, array_agg(source.attname::text) as sources
       from pg_attribute made
       join pg_attrdef default_of on default_of.adrelid = made.attrelid and default_of.adnum = made.attnum
       join pg_depend on pg_depend.classid = 'pg_attrdef'::regclass and pg_depend.objid = default_of.oid
         and pg_depend.refobjid = made.attrelid and pg_depend.refobjsubid not in (0, made.attnum)
       join pg_attribute source on source.attrelid = made.attrelid and source.attnum = pg_depend.refobjsubid
      where made.attrelid = ('base.' || quote_ident($1))::regclass and made.attgenerated <> ''
      group by made.attname`,
    [table],
  );
  const sources = new Map(rows.map((row) => [row.name, row.sources]));
  return unique.map((columns) => columns.flatMap((column) => sources.get(column) ?? [column]));
}

/** What a reference holds of the rows that go: how much moves, what the one that stays has already, what stays. */
export async function useOf(db: Queryable, reference: Reference, merging: Merging): Promise<MergeUse> {
  const { table, column, many } = reference;
  const { stayKey, goneKeys, settled } = merging;
  const what = referenceWords(reference);
  if (many) {
    const { rows } = await db.query<{ n: number }>(
      `select count(*)::int as n from base.${name(table)} where ${name(column)} ?| $1`,
      [goneKeys],
    );
    return { what, moved: rows[0]?.n ?? 0, conflicts: 0, where: '', kept: 0 };
  }
  const same = isAccountOf(reference) ? { sql: 'true', rest: [] } : await sameAs(db, reference);
  const at = `other.${name(column)}`;
  const conflict =
    same === null
      ? 'false'
      : `exists (select from base.${name(table)} other where (${same.sql}) and (${at} = $1
          or array_position($2::text[], ${at}) < array_position($2::text[], moved.${name(column)})))`;
  const told = same?.rest.map((each) => `moved.${name(each)}`).join(`, '/', `) ?? '';
  const { rows } = await db.query<{ moved: number; conflicts: number; kept: number; where: string[] | null }>(
    `select count(*) filter (where may and not conflict)::int as moved,
        count(*) filter (where may and conflict)::int as conflicts, count(*) filter (where not may)::int as kept,
        (array_agg(place order by place) filter (where may and conflict))[1:5] as "where"
       from (select ${conflict} as conflict, (${await changeable(db, reference)}) as may,
           ${told === '' ? `''` : `concat(${told})`} as place
         from base.${name(table)} moved
        where moved.${name(column)} = any($2::text[]) and $1::text is not null
          and ${aboutPerson(reference)}) found`,
    [stayKey, goneKeys, settled],
  );
  const [found] = rows;
  const apart = keptApart.has(table) ? (found?.conflicts ?? 0) : 0;
  return {
    what,
    moved: found?.moved ?? 0,
    conflicts: (found?.conflicts ?? 0) - apart,
    kept: (found?.kept ?? 0) + apart,
    where: (found?.where ?? []).filter((each) => each !== '').join('、'),
  };
}

/** What is on record of the rows that go, and stays so. */
export async function recordsOf(db: Queryable, { handler, goneKeys }: Merging): Promise<MergeUse[]> {
  const all = await referencesTo(db, targetOf(handler).table, allResources);
  const uses: MergeUse[] = [];
  for (const reference of all.filter(({ table }) => recordTables.has(table))) {
    const { rows } = await db.query<{ n: number }>(
      `select count(*)::int as n from base.${name(reference.table)} where ${name(reference.column)} = any($1)`,
      [goneKeys],
    );
    uses.push({ what: referenceWords(reference), moved: 0, conflicts: 0, where: '', kept: rows[0]?.n ?? 0 });
  }
  return uses;
}

/** Makes one reference name the row that stays, and what follows the changed rows say what they say now. */
export async function moveReference(client: PoolClient, reference: Reference, merging: Merging): Promise<MergedRow[]> {
  const { table, resource } = reference;
  const done: MergedRow[] = [];
  for (const goneKey of merging.goneKeys)
    done.push(...(reference.many ? await renameInLists(client, reference, merging, goneKey) : []));
  if (!reference.many)
    for (const goneKey of merging.goneKeys) done.push(...(await moveFrom(client, reference, merging, goneKey)));
  if (done.length > 0) done.push(...(await followed(client, resourceOf(merging.handler), [merging.stayKey])));
  if (resource?.table === table) {
    const key = columnOf(resource.key);
    const keys = done.flatMap(({ after }) => (after === null ? [] : [String(after[key])]));
    done.push(...(await followed(client, resource, keys)));
  }
  return done;
}

/** Rows that follow the changed ones, with what they were. */
async function followed(client: PoolClient, resource: Resource, keys: readonly string[]): Promise<MergedRow[]> {
  const told = await followers(client, resource, keys, allResources);
  return told.flatMap(({ resource: logged, changes }) => {
    const of = allResources.find(({ name: own, loggedAs = own }) => loggedAs === logged);
    return changes.map(({ before, after }) => ({
      table: of?.table ?? logged,
      before: before as StoredRow,
      after: after as StoredRow | null,
    }));
  });
}

async function moveFrom(
  client: PoolClient,
  reference: Reference,
  { handler, stayKey, settled }: Merging,
  goneKey: string,
): Promise<MergedRow[]> {
  const { table, column } = reference;
  const into = `base.${name(table)}`;
  const target = targetOf(handler);
  const may =
    `${await changeable(client, reference)} and ${aboutPerson(reference)}` +
    // The row that stays would name itself.
    (table === target.table ? ` and moved.${name(target.key)} <> $1` : '');
  const values = [stayKey, goneKey, settled];
  const changed = async (set: string, where: string): Promise<MergedRow[]> => {
    const { rows } = await client.query<Omit<MergedRow, 'table'>>(
      `with old as (select moved.ctid as place, to_jsonb(moved) as before from ${into} moved
          where moved.${name(column)} = $2 and $1::text is not null and ${may} and ${where} for update)
       update ${into} moved set ${set} from old where moved.ctid = old.place
       returning old.before, to_jsonb(moved) as after`,
      values,
    );
    return rows.map((row) => ({ table, ...row }));
  };
  if (isAccountOf(reference)) {
    const { rowCount } = await client.query(`select from ${into} where ${name(column)} = $1 and sfqy = '1'`, [stayKey]);
    return rowCount === 0
      ? await changed(`${name(column)} = $1`, 'true')
      : await changed(`sfqy = '0'`, `moved.sfqy = '1'`);
  }
  const same = await sameAs(client, reference);
  const again =
    same === null ? 'false' : `exists (select from ${into} other where other.${name(column)} = $1 and (${same.sql}))`;
  const removed =
    same === null || keptApart.has(table)
      ? []
      : (
          await client.query<{ before: StoredRow }>(
            `delete from ${into} moved where moved.${name(column)} = $2 and ${may} and ${again}
             returning to_jsonb(moved) as before`,
            values,
          )
        ).rows.map(({ before }): MergedRow => ({ table, before, after: null }));
  return [...removed, ...(await changed([`${name(column)} = $1`, ...besides(reference)].join(', '), `not (${again})`))];
}

/** SQL: what else a row says of what it names: a meeting tells its room by name too. */
function besides({ table, column }: Reference): string[] {
  return table === 'class_schedule' && column === 'jsh'
    ? ['room = (select classroom.jsmc from base.classroom where classroom.jsh = $1)']
    : [];
}

/** Lists of codes name the row that stays, once. */
async function renameInLists(
  client: PoolClient,
  { table, column }: Reference,
  { stayKey }: Merging,
  goneKey: string,
): Promise<MergedRow[]> {
  const { rows } = await client.query<Omit<MergedRow, 'table'>>(
    `with old as (select moved.ctid as place, to_jsonb(moved) as before from base.${name(table)} moved
        where moved.${name(column)} ? $2 for update)
     update base.${name(table)} moved
        set ${name(column)} = (select jsonb_agg(distinct case when code = $2 then $1 else code end)
          from jsonb_array_elements_text(moved.${name(column)}) code)
       from old where moved.ctid = old.place returning old.before, to_jsonb(moved) as after`,
    [stayKey, goneKey],
  );
  return rows.map((row) => ({ table, ...row }));
}

/** Stops the rows that went: nobody chooses them any more, and their names are still told where they stand. */
export async function stopRows(client: PoolClient, { handler, goneKeys }: Merging): Promise<MergedRow[]> {
  const { table, key } = targetOf(handler);
  const person = handler === 'teacher' || handler === 'student';
  const { rows } = await client.query<Omit<MergedRow, 'table'>>(
    `with old as (select stopped.${name(key)} as key, to_jsonb(stopped) as before from base.${name(table)} stopped
        where stopped.${name(key)} = any($1) for update)
     update base.${name(table)} stopped set ${person ? `dqztm = '${OTHER_STATE}'` : `sfqy = '0'`}
       from old where stopped.${name(key)} = old.key returning old.before, to_jsonb(stopped) as after`,
    [goneKeys],
  );
  return rows.map((row) => ({ table, ...row }));
}
/** 其他: of people who are on record under another number. */
const OTHER_STATE = '99';
