import pg from 'pg';
import { allResources } from '@jwxt/contracts/all-areas.ts';
import type { ReferenceResource } from '@jwxt/contracts/base-info/reference-row.ts';
import { referenceResources } from '@jwxt/contracts/base-info/reference.resource.ts';
import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { brokenRule } from '../kernel/broken-rule.ts';
import { checkInput } from '../kernel/field-errors.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { followers } from '../kernel/resource-following.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';
import { hashPassword, isPassword } from '../kernel/password-hash.ts';

type Row = Record<string, unknown>;

/** How the operation log calls it when a school gets the rows that every school starts with. */
const SET_UP = 'setUp';

/** How many rows a load inserted or changed, and how many it found as they are. */
export interface Loaded {
  readonly stored: number;
  readonly unchanged: number;
  /** Accounts that keep the password which the person has chosen. */
  readonly keptPasswords: string[];
}

const resources = new Map(referenceResources.map((resource) => [resource.name, resource]));

/**
 * Stores rows of a reference resource by key, in the transaction of `client`: new ones are inserted, other ones
 * updated, equal ones left alone (importing the same again changes nothing, C6). Every change has its operation-log
 * row, and so has what follows a changed row. All rows or none. `standard` rows are those that every school starts
 * with: an upgrade brings new and better ones, and what the school made of them stays.
 */
export async function loadRows(
  client: PoolClient,
  context: CommandContext,
  name: string,
  rows: readonly Row[],
  standard = false,
): Promise<Loaded | Refused> {
  const resource = resources.get(name);
  if (!resource) return refuse('REFERENCE_UNKNOWN', { name });
  const checked = checkRows(resource, rows);
  if ('fieldErrors' in checked) return refuse('INVALID_INPUT', {}, { fieldErrors: checked.fieldErrors });
  if (checked.rows.length === 0) return { stored: 0, unchanged: 0, keptPasswords: [] };
  const before = await lockRows(client, resource, checked.rows);
  const own = standard
    ? await ownKeys(
        client,
        context,
        name,
        checked.rows.map((row) => keyOf(resource, row)),
      )
    : new Set<string>();
  const wanted = checked.rows.filter((row) => !own.has(keyOf(resource, row)));
  if (wanted.length === 0) return { stored: 0, unchanged: rows.length, keptPasswords: [] };
  const { hashed, keptPasswords } = await withPasswordHashes(resource, wanted, before);
  const stored = await storeRows(client, resource, hashed);
  if ('fieldErrors' in stored) return refuse('INVALID_INPUT', {}, { fieldErrors: stored.fieldErrors });
  await logOperations(
    client,
    context,
    standard ? SET_UP : 'import',
    name,
    stored.rows.map((after) => {
      const key = keyOf(resource, after);
      return { key, before: withoutSecret(before.get(key) ?? null), after: withoutSecret(after) };
    }),
  );
  const changed = stored.rows.map((row) => keyOf(resource, row)).filter((key) => before.has(key));
  for (const { resource: follower, changes } of await followers(client, resource, changed, allResources))
    await logOperations(client, context, 'import', follower, changes);
  return { stored: stored.rows.length, unchanged: rows.length - stored.rows.length, keptPasswords };
}

/** Rows that fit the schema, in columns; and no two of the same key, because one statement cannot store both. */
function checkRows(resource: ReferenceResource, rows: readonly Row[]): { rows: Row[] } | { fieldErrors: FieldError[] } {
  const fieldErrors: FieldError[] = [];
  const seen = new Map<string, number>();
  const fitting: Row[] = [];
  for (const [index, row] of rows.entries()) {
    const checked = checkInput(resource.row, row);
    if ('fieldErrors' in checked) {
      fieldErrors.push(
        ...checked.fieldErrors.map(({ field, message }) => ({ field: `rows.${index}.${field}`, message })),
      );
      continue;
    }
    const columns = toColumns(resource, checked.value);
    const key = keyOf(resource, columns);
    const first = seen.get(key);
    if (first !== undefined)
      fieldErrors.push({ field: `rows.${index}.${resource.key[0]}`, message: `与第${first + 1}行的键重复：${key}` });
    seen.set(key, index);
    fitting.push(columns);
  }
  return fieldErrors.length > 0 ? { fieldErrors } : { rows: fitting };
}

/**
 * Which of these rows are no longer as they were set up: the last that happened to them is a change, or a removal, by
 * somebody. Rows that nobody ever logged (put there by a migration) are not. In the oldest logs a set-up is the
 * loader's first import.
 */
async function ownKeys(
  client: PoolClient,
  context: CommandContext,
  name: string,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ key: string }>(
    `select key from (
       select distinct on (key) key, operation, user_name, before from base.operation_log
       where resource = $1 and key = any($2) and looked is null order by key, id desc
     ) last where not (operation = $3 or (operation = 'import' and user_name = $4 and before is null))`,
    [name, keys, SET_UP, context.actor.userName],
  );
  return new Set(rows.map(({ key }) => key));
}

function toColumns(resource: ReferenceResource, row: Row): Row {
  return Object.fromEntries(Object.keys(resource.row.shape).map((name) => [toColumn(name), row[name] ?? null]));
}

const toColumn = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const tableOf = (resource: ReferenceResource): string => `base.${pg.escapeIdentifier(resource.table)}`;
const keyColumns = (resource: ReferenceResource): string[] => resource.key.map(toColumn);

function keyOf(resource: ReferenceResource, columns: Row): string {
  return keyColumns(resource)
    .map((column) => String(columns[column]))
    .join('/');
}

/** The stored rows of these keys, locked until the transaction ends. */
async function lockRows(
  client: PoolClient,
  resource: ReferenceResource,
  rows: readonly Row[],
): Promise<Map<string, Row>> {
  const same = keyColumns(resource)
    .map((column) => `stored.${pg.escapeIdentifier(column)} = given.${pg.escapeIdentifier(column)}`)
    .join(' and ');
  const { rows: stored } = await client.query<{ row: Row }>(
    `select to_jsonb(stored) as row from ${tableOf(resource)} stored
       join jsonb_populate_recordset(null::${tableOf(resource)}, $1::jsonb) given on ${same} for update of stored`,
    [JSON.stringify(rows)],
  );
  return new Map(stored.map(({ row }) => [keyOf(resource, row), row]));
}

/** Inserts or updates what differs, and answers the rows that did. */
async function storeRows(
  client: PoolClient,
  resource: ReferenceResource,
  rows: readonly Row[],
): Promise<{ rows: Row[] } | { fieldErrors: FieldError[] }> {
  const columns = Object.keys(rows[0] ?? {});
  const keys = keyColumns(resource);
  const others = columns.filter((column) => !keys.includes(column));
  const list = (names: readonly string[], prefix = ''): string =>
    names.map((name) => `${prefix}${pg.escapeIdentifier(name)}`).join(', ');
  const assigned = others.map((name) => pg.escapeIdentifier(name)).map((name) => `${name} = excluded.${name}`);
  const update =
    others.length === 0
      ? 'nothing'
      : `update set ${assigned.join(', ')}
        where (${list(others, 'stored.')}) is distinct from (${list(others, 'excluded.')})`;
  try {
    const { rows: changed } = await client.query<{ row: Row }>(
      `insert into ${tableOf(resource)} as stored (${list(columns)})
       select ${list(columns)} from jsonb_populate_recordset(null::${tableOf(resource)}, $1::jsonb)
       on conflict (${list(keys)}) do ${update} returning to_jsonb(stored) as row`,
      [JSON.stringify(rows)],
    );
    return { rows: changed.map(({ row }) => row) };
  } catch (error) {
    const fieldErrors = brokenBy(error);
    if (fieldErrors) return { fieldErrors };
    throw error;
  }
}

/** A rule of the tables that the rows break, as a person reads it; null for any other error. */
function brokenBy(error: unknown): FieldError[] | null {
  const broken = brokenRule(error);
  if (!broken) return null;
  const { kind, column, value, constraint } = broken;
  switch (kind) {
    case 'missingReference':
    case 'stillReferenced':
      return [{ field: column, message: `引用的数据不存在：${column} = ${value}` }];
    case 'duplicate':
      if (constraint === 'semester_one_current')
        return [{ field: 'sfdqxq', message: '当前学期只能有一个，请先取消原当前学期' }];
      return [{ field: column, message: `与已有数据重复：${column} = ${value}` }];
    case 'empty':
      return [{ field: column, message: '必填' }];
    case 'notAllowed':
      return [{ field: constraint, message: '取值不在允许范围内' }];
  }
}

/**
 * Accounts are stored with a hash; an account whose password is the known one keeps its hash, so that nothing changes,
 * and so does one whose password the person has changed: a list says how people begin, and is loaded again for those
 * who are new in it.
 */
async function withPasswordHashes(
  resource: ReferenceResource,
  rows: readonly Row[],
  before: ReadonlyMap<string, Row>,
): Promise<{ hashed: readonly Row[]; keptPasswords: string[] }> {
  if (resource.name !== 'userAccount') return { hashed: rows, keptPasswords: [] };
  const keptPasswords: string[] = [];
  const hashed = await Promise.all(
    rows.map(async ({ password, ...account }) => {
      const { password_hash: known, password_changed_at: changedAt } = before.get(keyOf(resource, account)) ?? {};
      const same = typeof known === 'string' && (await isPassword(known, String(password)));
      const own = typeof known === 'string' && typeof changedAt === 'string';
      if (own && !same) keptPasswords.push(keyOf(resource, account));
      return { ...account, password_hash: same || own ? known : await hashPassword(String(password)) };
    }),
  );
  return { hashed, keptPasswords: keptPasswords.toSorted() };
}

function withoutSecret(row: Row | null): Row | null {
  if (row === null || !('password_hash' in row)) return row;
  const { password_hash: _secret, password_changed_at: _since, ...shown } = row;
  return shown;
}
