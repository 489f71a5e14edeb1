import pg from 'pg';
import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';
import { referenceTable, type WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { columnOf, fieldColumn, toWire } from '@jwxt/contracts/kernel/resource-values.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { followingOf } from './resource-following.ts';
import { tableOf, type StoredRow } from './resource-rows.ts';

/*
 * What the commands of a resource ask for one row, asked for many at once: each answers a function that knows.
 */

const codesIn = (value: unknown): string[] => (value === null || value === undefined ? [] : [value].flat().map(String));

/** Codes that name nothing. */
export async function unknownCodes(
  client: PoolClient,
  { fields }: Resource,
  rows: readonly WireRow[],
): Promise<(values: WireRow) => FieldError[]> {
  const known = new Map<string, Set<string>>();
  for (const [name, { kind }] of Object.entries(fields)) {
    if (kind.type !== 'dictionary' && kind.type !== 'reference') continue;
    const codes = [...new Set(rows.flatMap((values) => codesIn(values[name])))];
    if (codes.length === 0) continue;
    const target = kind.type === 'reference' ? referenceTable(kind.to) : null;
    const { rows: found } = target
      ? await client.query<{ code: string }>(
          `select ${target.key} as code from base.${target.table} where ${target.key} = any($1)`,
          [codes],
        )
      : await client.query<{ code: string }>('select dm as code from base.data_dict where dm = any($1) and dmlb = $2', [
          codes,
          kind.type === 'dictionary' ? kind.category : '',
        ]);
    known.set(name, new Set(found.map(({ code }) => code)));
  }
  return (values) =>
    [...known].flatMap(([name, codes]) => {
      const unknown = codesIn(values[name]).find((code) => !codes.has(code));
      return unknown === undefined ? [] : [{ field: name, message: `“${unknown}”不存在` }];
    });
}

/** What fields that follow other rows hold. */
export async function followedOf(
  client: PoolClient,
  resource: Resource,
  rows: readonly WireRow[],
): Promise<(values: WireRow) => WireRow> {
  const found: { name: string; fields: readonly string[]; byKey: Map<string, StoredRow> }[] = [];
  for (const { name, table, key, fields } of followingOf(resource)) {
    const { rows: targets } = await client.query<{ key: string; row: StoredRow }>(
      `select ${key} as key, to_jsonb(stored) as row from base.${table} stored where ${key} = any($1)`,
      [[...new Set(rows.flatMap((values) => codesIn(values[name])))]],
    );
    found.push({ name, fields, byKey: new Map(targets.map((each) => [each.key, each.row])) });
  }
  return (values) =>
    Object.fromEntries(
      found.flatMap(({ name, fields, byKey }) =>
        fields.map((each) => {
          const field = resource.fields[each];
          const stored = byKey.get(String(values[name]))?.[fieldColumn(resource.fields, each)];
          return [each, field ? toWire(field, stored) : null];
        }),
      ),
    );
}

/** Values that no two rows in use may share: those of others, and of rows that were asked for before. */
export async function taken(
  client: PoolClient,
  resource: Resource,
  rows: readonly StoredRow[],
): Promise<(key: string, columns: StoredRow) => FieldError[]> {
  const inUse = 'sfqy' in resource.fields;
  const rules = (resource.unique ?? []).map(({ fields, message, unlessEmpty }) => ({
    field: fields[0] ?? '',
    columns: fields.map((name) => fieldColumn(resource.fields, name)),
    message,
    unlessEmpty: unlessEmpty ?? false,
    holders: new Map<string, Set<string>>(),
  }));
  const told = (columns: readonly string[], row: StoredRow): string =>
    JSON.stringify(columns.map((column) => row[column] ?? null));
  for (const { columns, unlessEmpty, holders } of rules) {
    const first = pg.escapeIdentifier(columns[0] ?? '');
    const { rows: others } = await client.query<{ row: StoredRow }>(
      `select to_jsonb(stored) as row from ${tableOf(resource)} stored
        where (${first} = any($1) or $2 and ${first} is null) ${inUse ? `and sfqy = '1'` : ''}`,
      [
        rows.map((row) => row[columns[0] ?? '']).filter((value) => value !== null && value !== undefined),
        // Without a value there is nothing to share: rows that lack it are not looked through.
        !unlessEmpty && rows.some((row) => row[columns[0] ?? ''] === null),
      ],
    );
    for (const { row } of others) {
      const same = holders.get(told(columns, row)) ?? new Set();
      holders.set(told(columns, row), same.add(String(row[columnOf(resource.key)])));
    }
  }
  return (key, row) => {
    if (inUse && row['sfqy'] !== yesNo.yes) return [];
    return rules.flatMap(({ field, columns, message, unlessEmpty, holders }) => {
      if (unlessEmpty && columns.some((column) => row[column] === null)) return [];
      const same = holders.get(told(columns, row)) ?? new Set();
      if ([...same].some((other) => other !== key)) return [{ field, message }];
      holders.set(told(columns, row), same.add(key));
      return [];
    });
  };
}
