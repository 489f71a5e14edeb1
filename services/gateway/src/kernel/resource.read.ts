import {
  nameKey,
  referenceTable,
  type Field,
  type ReferenceTarget,
  type WireRow,
} from '@jwxt/contracts/kernel/resource-field.ts';
import { columnOf, fieldColumn, nameOf, textOf, toWire } from '@jwxt/contracts/kernel/resource-values.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { maskedValue } from './masked-value.ts';
import type { Principal } from './principal.ts';
import type { Dimension } from '@jwxt/contracts/kernel/scope.vocabulary.ts';
import { scopeCondition, type ScopedRow } from './scope.ts';
import { mapped, selection, type Selection } from './selection.ts';
import { byPinyin, sortedBy } from './sorted-by.ts';
import { containing, sqlParams, type SqlParams } from './sql-params.ts';

/** What the search card asks for, by field. */
export type ResourceFilter = Readonly<Record<string, unknown>>;
interface Found {
  readonly row: Record<string, unknown>;
  readonly n: number;
  readonly editor: string | null;
  readonly edited: Date | null;
}

/** One page of the rows that a person may read, in the resource's order, as they travel. */
export async function listResource(
  db: Queryable,
  user: Principal,
  resource: Resource,
  permission: PermissionCode | null,
  filter: ResourceFilter,
  page: { pageNo: number; pageSize: number; sort?: string | undefined },
): Promise<{ rows: WireRow[]; total: number }> {
  const params = sqlParams();
  const where = [readableCondition(user, resource, permission, params), ...conditionsOf(resource, filter, params)].join(
    ' and ',
  );
  const order = orderOf(resource, page.sort);
  const cut = `limit ${params.add(page.pageSize)} offset ${params.add((page.pageNo - 1) * page.pageSize)}`;
  const found = await read(
    db,
    resource,
    `(select child.n, stored.xmin::text as row_version, stored.* from base.${resource.table} stored,
        (select count(*)::int as n from base.${resource.table} stored where ${where}) child where ${where}
      order by ${order} ${cut})`,
    order,
    params,
  );
  const total =
    found[0]?.n ??
    (page.pageNo > 1 ? (await listResource(db, user, resource, permission, filter, { ...page, pageNo: 1 })).total : 0);
  return { rows: found.map((each) => rowOf(resource, each, 'untold')), total };
}

/** All rows that a person may read, for a workbook. */
export function exportedResource(
  user: Principal,
  resource: Resource,
  permission: PermissionCode | null,
  filter: ResourceFilter,
): Selection<WireRow> {
  const params = sqlParams();
  const where = [readableCondition(user, resource, permission, params), ...conditionsOf(resource, filter, params)].join(
    ' and ',
  );
  const text = statementOf(
    resource,
    `(select 1 as n, stored.xmin::text as row_version, stored.* from base.${resource.table} stored where ${where})`,
    orderOf(resource),
    params,
  );
  return mapped<Found, WireRow>(selection<Found>(text, params.values), (found) => rowOf(resource, found, 'untold'));
}

/** What holds a field in a statement about `stored` rows: their column, or what is looked up through a reference. */
function valueOf({ fields }: Pick<Resource, 'fields'>, name: string): string {
  const column = fieldColumn(fields, name);
  const { follows = '', looked } = fields[name] ?? {};
  const kind = fields[follows]?.kind;
  if (!looked || kind?.type !== 'reference') return `stored.${column}`;
  const { table, key } = referenceTable(kind.to);
  return `(select above.${column} from base.${table} above
    where above.${key} = stored.${fieldColumn(fields, follows)})`;
}

function orderOf(resource: Resource, sort?: string): string {
  const { order, key, tree } = resource;
  return [
    ...(sort === undefined ? [] : [sortedBy(sort, (field) => sortValueOf(resource, field))]),
    ...(tree ? [`base.${tree.path}(stored.${columnOf(key)})`] : []),
    ...order.map(({ by, descending }) => `${valueOf(resource, by)}${descending ? ' desc' : ''}`),
    `stored.${columnOf(key)}`,
  ].join(', ');
}

/** What a list is sorted by in a field: what people see of it, texts by pinyin. */
function sortValueOf(resource: Resource, name: string): string {
  const { kind } = resource.fields[name] ?? {};
  const column = valueOf(resource, name);
  if (kind?.type === 'text') return byPinyin(column);
  if (kind?.type === 'choice')
    return `array_position(array[${Object.keys(kind.options)
      .map((code) => `'${code.replaceAll("'", "''")}'`)
      .join(', ')}], ${column}::text)`;
  if (kind?.type !== 'dictionary' && kind?.type !== 'reference') return column;
  const { table, key, nameColumn, more } = namesOf(kind);
  return byPinyin(`(select target.${nameColumn} from base.${table} target where target.${key} = ${column} ${more})`);
}

/** One row that a person may read, with what is personal `whole` or in masks; undefined when there is none. */
export async function findResource(
  db: Queryable,
  user: Principal,
  resource: Resource,
  permission: PermissionCode | null,
  key: string,
  personal: 'masked' | 'whole' = 'masked',
): Promise<WireRow | undefined> {
  const params = sqlParams();
  const where = `${readableCondition(user, resource, permission, params)}
    and stored.${columnOf(resource.key)} = ${params.add(key)}`;
  const [found] = await read(
    db,
    resource,
    `(select 1 as n, stored.xmin::text as row_version, stored.* from base.${resource.table} stored where ${where})`,
    '1',
    params,
  );
  return found && rowOf(resource, found, personal);
}

/** Whether a person may write a row with these values, or the stored ones of these keys, under a permission. */
export async function reachesResource(
  db: Queryable,
  user: Principal,
  resource: Resource,
  permission: PermissionCode | null,
  what: { values: WireRow } | { keys: readonly string[] },
): Promise<boolean> {
  const params = sqlParams();
  const condition = scopeCondition(user, permission, scopeOf(resource), params);
  if ('values' in what) {
    const columns = await scopeColumns(db, resource, what.values);
    const { rows } = await db.query(
      `select from jsonb_populate_record(null::base.${resource.table},
        ${params.add(JSON.stringify(columns))}::jsonb) stored
        where ${condition}`,
      [...params.values],
    );
    return rows.length > 0;
  }
  const { rows } = await db.query(
    `select from base.${resource.table} stored
      where stored.${columnOf(resource.key)} = any(${params.add([...what.keys])}) and (${condition}) is not true`,
    [...params.values],
  );
  return rows.length === 0;
}

/** The scope columns that a row of these values would have; those that follow another row are that row's. */
async function scopeColumns(db: Queryable, resource: Resource, values: WireRow): Promise<Record<string, unknown>> {
  const columns: Record<string, unknown> = {};
  for (const name of Object.values(resource.scope ?? {})) {
    const { follows, looked } = resource.fields[name] ?? {};
    if (follows !== undefined && looked) {
      columns[fieldColumn(resource.fields, follows)] = values[follows] ?? null;
      continue;
    }
    const column = fieldColumn(resource.fields, name);
    const kind = follows === undefined ? undefined : resource.fields[follows]?.kind;
    if (follows === undefined || kind?.type !== 'reference') {
      columns[column] = values[name] ?? null;
      continue;
    }
    const { table, key } = referenceTable(kind.to);
    const { rows } = await db.query<{ value: unknown }>(
      `select ${column} as value from base.${table} where ${key} = $1`,
      [values[follows] ?? null],
    );
    columns[column] = rows[0]?.value ?? null;
  }
  return columns;
}

/** Rows a person is offered of those that are searched, and of those that are all listed. */
const FOUND_AT_MOST = 50;
const LISTED_AT_MOST = 1000;

/**
 * Codes and names of what fields can point to: rows in use, those of many by any part of number or name. The row of
 * `code` is among them, in use or not.
 */
export async function listOptions(
  db: Queryable,
  { to, keyword = '', code = '' }: { to: ReferenceTarget; keyword?: string; code?: string },
): Promise<{ code: string; name: string; number?: string }[]> {
  const { table, key, name, order, canStop, searched } = referenceTable(to);
  const params = sqlParams();
  const conditions = [canStop ? `sfqy = '1'` : 'true'];
  if (searched !== undefined && keyword !== '') {
    const text = params.add(containing(keyword));
    conditions.push(`(${name} ilike ${text} or ${searched} ilike ${text})`);
  }
  const known = code === '' ? null : `${key} = ${params.add(code)}`;
  const most = searched === undefined ? LISTED_AT_MOST : FOUND_AT_MOST;
  const { rows } = await db.query<{ code: string; name: string; number?: string }>(
    `select ${key} as code, ${name} as name ${searched === undefined ? '' : `, ${searched} as number`}
       from base.${table} where (${conditions.join(' and ')}) ${known === null ? '' : `or ${known}`}
      order by ${known === null ? '' : `(${known}) desc, `}${order} limit ${String(most)}`,
    [...params.values],
  );
  return rows;
}

/**
 * Rows as they would be told of these stored ones, which need not be there any more: with names of codes, and what is
 * personal `whole` or in masks. Nobody's scope is asked.
 */
export async function tellRows(
  db: Queryable,
  resource: Resource,
  stored: readonly Readonly<Record<string, unknown>>[],
  personal: 'masked' | 'whole',
): Promise<WireRow[]> {
  const params = sqlParams();
  const found = await read(
    db,
    resource,
    `(select 1 as n, '' as row_version, place, populated.*
       from jsonb_array_elements(${params.add(JSON.stringify(stored))}::jsonb) with ordinality element (value, place)
      cross join jsonb_populate_record(null::base.${resource.table}, element.value) populated)`,
    'stored.place',
    params,
  );
  return found.map((each) => rowOf(resource, each, personal));
}

/** Where the scope dimensions stand on a `stored` row of the resource. */
export function scopeOf(resource: Resource): ScopedRow {
  return { target: 'resource', ...scopeColumnsOf(resource) };
}

function scopeColumnsOf(resource: Resource): Partial<Record<Dimension, string>> {
  return Object.fromEntries(
    Object.entries(resource.scope ?? {}).map(([dimension, name]) => [dimension, valueOf(resource, name)]),
  );
}

/** In scope, seen by another of its dimensions, or the whole school's: that holds for everybody. */
export function readableCondition(
  user: Principal,
  resource: Resource,
  permission: PermissionCode | null,
  params: SqlParams,
): string {
  const scoped = Object.values(scopeColumnsOf(resource)).map((column) => `${column} is null`);
  const condition = scopeCondition(user, permission, scopeOf(resource), params);
  const only = Object.entries(resource.only ?? {}).map(([column, value]) => `stored.${column} = ${params.add(value)}`);
  if (scoped.length === 0 || condition === 'true') return [condition, ...only].join(' and ');
  const also = seenBy(resource).map((row) => scopeCondition(user, permission, row, params));
  return [`(${[condition, ...also, `(${scoped.join(' and ')})`].join(' or ')})`, ...only].join(' and ');
}

/** Where else than in {@link scopeOf} a dimension of a row stands by which somebody sees it. */
function seenBy(resource: Resource): ScopedRow[] {
  return (resource.alsoSeenBy ?? []).map((dimensions) => ({
    ...scopeOf(resource),
    ...Object.fromEntries(Object.entries(dimensions).map(([dimension, name]) => [dimension, valueOf(resource, name)])),
  }));
}

function conditionsOf(resource: Resource, filter: ResourceFilter, params: SqlParams): string[] {
  return Object.entries(resource.fields).flatMap(([name, field]) => {
    const value = filter[name];
    if (!field.search || value === undefined || value === null || value === '') return [];
    const column = valueOf(resource, name);
    if (field.kind.type === 'text') return [`${column} ilike ${params.add(containing(textOf(value)))}`];
    return [
      'many' in field.kind && field.kind.many
        ? `(${column} = '[]' or ${column} ? ${params.add(value)})`
        : // A choice may be kept as a number; what is asked for is any text.
          `${column}${field.kind.type === 'choice' ? '::text' : ''} = ${params.add(value)}`,
    ];
  });
}

async function read(
  db: Queryable,
  resource: Resource,
  source: string,
  order: string,
  params: SqlParams,
): Promise<Found[]> {
  return (await db.query<Found>(statementOf(resource, source, order, params), [...params.values])).rows;
}

/** The rows of a source with the names of their codes, their child rows, and who changed them last. */
function statementOf(resource: Resource, source: string, order: string, params: SqlParams): string {
  const looked = Object.entries(resource.fields).flatMap(([name, field]) => lookedUp(resource, name, field));
  if (resource.tree)
    looked.push(`'depth', cardinality(base.${resource.tree.path}(stored.${columnOf(resource.key)})) - 1`);
  return `select stored.n, to_jsonb(stored) || jsonb_build_object(${looked.join(', ')}) as row, log.name as editor,
      log.at as edited
       from ${source} stored
       left join lateral (select logged.name, logged.at from base.operation_log logged
         where logged.resource = ${params.add(resource.loggedAs ?? resource.name)}
         and logged.key = stored.${columnOf(resource.key)}::text
         and logged.looked is null
       order by logged.id desc limit 1) log on true
      order by ${order}`;
}

/** `'departmentName', (select …)` for the names and child rows of a field. */
function lookedUp(resource: Resource, name: string, field: Field): string[] {
  const { kind } = field;
  const column = valueOf(resource, name);
  const shownAs = nameKey(name, field);
  if (kind.type === 'rows' && kind.child)
    return [
      `'${columnOf(name)}', (select coalesce(jsonb_agg(to_jsonb(child)), '[]') from base.${kind.child.table} child
          where child.${kind.child.parent} = stored.${columnOf(resource.key)})`,
    ];
  const own = field.looked ? [`'${fieldColumn(resource.fields, name)}', ${column}`] : [];
  if (shownAs === null || kind.type === 'choice') return own;
  const { table, key, nameColumn, more } = namesOf(kind);
  const found =
    kind.type !== 'rows' && 'many' in kind && kind.many
      ? `(select string_agg(coalesce(target.${nameColumn}, element.code), '、' order by element.place)
          from jsonb_array_elements_text(${column}) with ordinality element (code, place)
        left join base.${table} target on target.${key} = element.code ${more})`
      : `(select target.${nameColumn} from base.${table} target where target.${key} = ${column} ${more})`;
  // A semester that is not set up yet goes by its key.
  const otherwise = kind.type === 'reference' && kind.to === 'semester' && !kind.many ? `, ${column}` : '';
  return [...own, `'${shownAs}', coalesce(${found}${otherwise}, '')`];
}

function namesOf(kind: Field['kind']): { table: string; key: string; nameColumn: string; more: string } {
  if (kind.type === 'dictionary')
    return { table: 'data_dict', key: 'dm', nameColumn: 'mc', more: `and target.dmlb = '${kind.category}'` };
  if (kind.type !== 'reference') throw new TypeError(`a field of type ${kind.type} has no names`);
  const { table, key, name } = referenceTable(kind.to);
  return { table, key, nameColumn: name, more: '' };
}

/** A row as it travels, and what it tells of what is personal. */
function rowOf(resource: Resource, { row, editor, edited }: Found, personal: 'untold' | 'masked' | 'whole'): WireRow {
  const shownValues = Object.entries(resource.fields).flatMap(([name, field]): [string, unknown][] => {
    const stored = toWire(field, camel(field, row[fieldColumn(resource.fields, name)]));
    const shownAs = nameKey(name, field);
    const called = (value: unknown): unknown =>
      field.kind.type === 'choice' ? (field.kind.options[textOf(value)] ?? '') : row[shownAs ?? ''];
    const hides = field.personal !== undefined && personal !== 'whole';
    const mask = hides && personal === 'masked' && stored !== null ? maskedValue(field.personal, textOf(stored)) : null;
    const value = hides ? mask : stored;
    return [
      [name, value],
      ...(shownAs === null ? [] : [[shownAs, hides ? (mask ?? '') : called(value)] as [string, unknown]]),
    ];
  });
  return {
    [resource.key]: row[columnOf(resource.key)],
    ...Object.fromEntries(shownValues),
    version: row['row_version'],
    ...(resource.tree ? { depth: row['depth'] } : {}),
    editor: editor ?? '',
    editTime: edited && toDateTimeText(edited),
  };
}

/** Child rows come by column; their fields are named on the wire. */
function camel({ kind }: Field, value: unknown): unknown {
  if (kind.type !== 'rows' || !kind.child) return value;
  return (value as readonly Record<string, unknown>[]).map((row) =>
    Object.fromEntries(Object.entries(row).map(([column, each]) => [nameOf(column), each])),
  );
}

/** What columns of the rows that a list's filter finds come to, as they are stored: hundredths, whole numbers. */
export async function sumsOfResource(
  db: Queryable,
  user: Principal,
  resource: Resource,
  permission: PermissionCode | null,
  filter: ResourceFilter,
  fields: readonly string[],
): Promise<Readonly<Record<string, number>>> {
  const params = sqlParams();
  const where = [readableCondition(user, resource, permission, params), ...conditionsOf(resource, filter, params)].join(
    ' and ',
  );
  const sums = fields.map((name) => `coalesce(sum(${valueOf(resource, name)}), 0)::float8 as "${name}"`);
  const { rows } = await db.query<Record<string, number>>(
    `select ${sums.join(', ')} from base.${resource.table} stored where ${where}`,
    [...params.values],
  );
  return rows[0] ?? {};
}
