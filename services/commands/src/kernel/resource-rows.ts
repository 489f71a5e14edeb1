import pg from 'pg';
import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';
import { referenceTable, type Field, type WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { columnOf, fieldColumn, toStored } from '@jwxt/contracts/kernel/resource-values.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { PoolClient, Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { brokenRule } from './broken-rule.ts';

/** A row as its table holds it, by column; child rows are not in it. */
export type StoredRow = Readonly<Record<string, unknown>>;
type Child = {
  readonly name: string;
  readonly field: Field;
  readonly table: string;
  readonly resource: string;
  readonly parent: string;
  readonly by: string;
};

/** The table of a resource, and the column of its key, as statements name them. */
export const tableOf = ({ table }: Pick<Resource, 'table'>): string => `base.${pg.escapeIdentifier(table)}`;
export const keyOf = ({ key }: Pick<Resource, 'key'>): string => pg.escapeIdentifier(columnOf(key));

/** The stored row of a key, locked until the transaction ends, with its version; undefined when there is none. */
export async function lockRow(
  client: PoolClient,
  resource: Resource,
  key: string,
): Promise<{ row: StoredRow; version: string } | undefined> {
  const { rows } = await client.query<{ row: StoredRow; version: string }>(
    `select to_jsonb(stored) as row, stored.xmin::text as version from ${tableOf(resource)} stored
      where ${keyOf(resource)} = $1 for update`,
    [key],
  );
  return rows[0];
}

/** Inserts the row, or changes the one of its key, and gives it as it is then. */
export async function storeRow(
  client: PoolClient,
  resource: Resource,
  { key, columns, isNew }: { key: string; columns: StoredRow; isNew: boolean },
): Promise<StoredRow> {
  const names = Object.keys(columns);
  const list = names.map((name) => pg.escapeIdentifier(name)).join(', ');
  const given = `select ${list} from jsonb_populate_record(null::${tableOf(resource)}, $1::jsonb)`;
  const { rows } = await client.query<{ row: StoredRow }>(
    isNew
      ? `insert into ${tableOf(resource)} as stored (${list}) ${given} returning to_jsonb(stored) as row`
      : `update ${tableOf(resource)} stored set (${list}) = (${given}) where ${keyOf(resource)} = $2 returning ` +
          'to_jsonb(stored) as row',
    isNew ? [JSON.stringify(columns)] : [JSON.stringify(columns), key],
  );
  return rows[0]?.row ?? columns;
}

/**
 * Removes the row of a key with its child rows, and tells which these were. Null, with nothing removed, when rows of
 * other tables refer to it; the transaction goes on.
 */
export async function removeRow(client: PoolClient, resource: Resource, key: string): Promise<ChildChange[] | null> {
  await client.query('savepoint removal');
  try {
    const children = await storeChildren(client, resource, key, null);
    await client.query(`delete from ${tableOf(resource)} where ${keyOf(resource)} = $1`, [key]);
    await client.query('release savepoint removal');
    return children;
  } catch (error) {
    if (brokenRule(error)?.kind !== 'stillReferenced') throw error;
    await client.query('rollback to savepoint removal');
    return null;
  }
}

/**
 * The columns of a row's own table, from its values and from what was derived of them. What else the server alone sets
 * is left out.
 */
export function columnsOf(resource: Resource, key: string, values: WireRow, derived: WireRow = {}): StoredRow {
  const own = Object.entries(resource.fields).filter(
    ([name, field]) => (name in derived || !field.readOnly) && !(field.kind.type === 'rows' && field.kind.child),
  );
  const all = { ...values, ...derived };
  return {
    ...(resource.keyOf ? {} : { [columnOf(resource.key)]: key }),
    ...resource.only,
    ...Object.fromEntries(own.map(([name, field]) => [fieldColumn(resource.fields, name), toStored(field, all[name])])),
  };
}

/** The fields of a resource whose rows are in a table of their own. */
export function childrenOf(resource: Resource): Child[] {
  return Object.entries(resource.fields).flatMap(([name, field]) =>
    field.kind.type === 'rows' && field.kind.child ? [{ name, field, ...field.kind.child }] : [],
  );
}

/** One child row that was changed, by its own key. */
export interface ChildChange {
  readonly resource: string;
  readonly key: string;
  readonly before: StoredRow | null;
  readonly after: StoredRow | null;
}

/** Makes the child rows of a key what `values` say (nothing: none), and tells what that changed. */
export async function storeChildren(
  client: PoolClient,
  resource: Resource,
  key: string,
  values: WireRow | null,
): Promise<ChildChange[]> {
  const changes: ChildChange[] = [];
  for (const { name, field, table, resource: childName, parent, by } of childrenOf(resource)) {
    const from = `base.${pg.escapeIdentifier(table)}`;
    const read = async () =>
      new Map(
        (
          await client.query<{ row: StoredRow }>(
            `select to_jsonb(stored) as row from ${from} stored where ${pg.escapeIdentifier(parent)} = $1`,
            [key],
          )
        ).rows.map(({ row }) => [String(row[columnOf(by)]), row]),
      );
    const before = await read();
    await client.query(`delete from ${from} where ${pg.escapeIdentifier(parent)} = $1`, [key]);
    const rows = values === null ? [] : (toStored(field, values[name]) as readonly WireRow[]);
    const stored = rows.map((row) => ({
      [parent]: key,
      ...Object.fromEntries(Object.entries(row).map(([column, value]) => [columnOf(column), value])),
    }));
    await client.query(`insert into ${from} select * from jsonb_populate_recordset(null::${from}, $1::jsonb)`, [
      JSON.stringify(stored),
    ]);
    const after = await read();
    for (const each of new Set([...before.keys(), ...after.keys()])) {
      const change = { before: before.get(each) ?? null, after: after.get(each) ?? null };
      if (JSON.stringify(change.before) !== JSON.stringify(change.after))
        changes.push({ resource: childName, key: `${key}/${each}`, ...change });
    }
  }
  return changes;
}

/** Codes that name nothing, under their fields. */
export async function missingReferences(client: Queryable, resource: Resource, values: WireRow): Promise<FieldError[]> {
  const wanted = Object.entries(resource.fields).flatMap(([name, { label, kind }]) => {
    const value = values[name];
    const codes = value === null || value === undefined ? [] : [value].flat().map(String);
    if (codes.length === 0) return [];
    if (kind.type === 'dictionary')
      return [
        {
          name,
          label,
          codes,
          sql: 'select dm as code from base.data_dict where dm = any($1) and dmlb = $2',
          more: [kind.category],
        },
      ];
    if (kind.type !== 'reference') return [];
    const { table, key } = referenceTable(kind.to);
    return [{ name, label, codes, sql: `select ${key} as code from base.${table} where ${key} = any($1)`, more: [] }];
  });
  const errors: FieldError[] = [];
  for (const { name, label, codes, sql, more } of wanted) {
    const known = new Set((await client.query<{ code: string }>(sql, [codes, ...more])).rows.map(({ code }) => code));
    const unknown = codes.find((code) => !known.has(code));
    if (unknown !== undefined) errors.push({ field: name, message: `${label}“${unknown}”不存在` });
  }
  return errors;
}

/** A stored value as a statement compares it: lists are json. */
const compared = (value: unknown): unknown => (Array.isArray(value) ? JSON.stringify(value) : value);

/** Other rows in use with the values that no two may share, under the first field. */
export async function duplicates(
  client: PoolClient,
  resource: Resource,
  { key, columns }: { key: string; columns: StoredRow },
): Promise<FieldError[]> {
  const inUse = 'sfqy' in resource.fields;
  if (inUse && columns['sfqy'] !== yesNo.yes) return [];
  const errors: FieldError[] = [];
  for (const { fields, message, unlessEmpty } of resource.unique ?? []) {
    const given = fields.map((name) => fieldColumn(resource.fields, name));
    if (unlessEmpty && given.some((column) => columns[column] === null)) continue;
    const params: unknown[] = [key];
    // Equality leads through an index, which “not distinct” does not.
    const same = given.map((column) =>
      columns[column] === null
        ? `${pg.escapeIdentifier(column)} is null`
        : `${pg.escapeIdentifier(column)} = $${String(params.push(compared(columns[column])))}`,
    );
    const { rowCount } = await client.query(
      `select from ${tableOf(resource)} where ${keyOf(resource)} <> $1 and ${same.join(' and ')}
        ${inUse ? `and sfqy = '1'` : ''}`,
      params,
    );
    if (rowCount) errors.push({ field: fields[0] ?? '', message });
  }
  return errors;
}
