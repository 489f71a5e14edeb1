import { referenceTable, type WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { columnOf, fieldColumn } from '@jwxt/contracts/kernel/resource-values.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Principal } from './principal.ts';
import { scopeOf } from './resource.read.ts';
import { scopeCondition } from './scope.ts';
import { sqlParams } from './sql-params.ts';

/** A row that would be stored: the key of the one that is there, if it is, and all its values. */
export interface WrittenRow {
  readonly key: string | null;
  readonly values: WireRow;
}

/** Places of the rows that a person may not write: as they are, or as they would be. */
export async function outOfReach(
  db: Queryable,
  user: Principal,
  resource: Resource,
  rows: readonly WrittenRow[],
  permission: PermissionCode = `${resource.name}:import`,
): Promise<ReadonlySet<number>> {
  if (scopeCondition(user, permission, scopeOf(resource), sqlParams()) === 'true') return new Set();
  const columns = await scopeColumns(db, resource, rows);
  const params = sqlParams();
  const condition = scopeCondition(user, permission, scopeOf(resource), params);
  const given = params.add(JSON.stringify(columns));
  const { rows: outside } = await db.query<{ at: number }>(
    `select (element.at - 1)::int as at from jsonb_array_elements(${given}::jsonb) with ordinality as element (columns,
      at),
        lateral jsonb_populate_record(null::base.${resource.table}, element.columns) stored
      where (${condition}) is not true`,
    [...params.values],
  );
  const there = sqlParams();
  const reached = scopeCondition(user, permission, scopeOf(resource), there);
  const key = columnOf(resource.key);
  const { rows: kept } = await db.query<{ key: string }>(
    `select stored.${key} as key from base.${resource.table} stored
      where stored.${key} = any(${there.add(rows.flatMap((row) => row.key ?? []))}) and (${reached}) is not true`,
    [...there.values],
  );
  const keys = new Set(kept.map((row) => row.key));
  return new Set([
    ...outside.map(({ at }) => at),
    ...rows.flatMap((row, at) => (row.key !== null && keys.has(row.key) ? [at] : [])),
  ]);
}

/** The scope columns that rows would have; those that follow another row are that row's. */
async function scopeColumns(
  db: Queryable,
  { fields, scope = {}, key }: Resource,
  rows: readonly WrittenRow[],
): Promise<Record<string, unknown>[]> {
  const columns = rows.map((row): Record<string, unknown> => ({ [columnOf(key)]: row.key }));
  for (const name of Object.values(scope)) {
    const column = fieldColumn(fields, name);
    const follows = fields[name]?.follows;
    const kind = follows === undefined ? undefined : fields[follows]?.kind;
    if (follows === undefined || kind?.type !== 'reference') {
      rows.forEach((row, at) => {
        const given = row.values[name];
        if (columns[at] && given !== undefined) columns[at][column] = given;
      });
      continue;
    }
    const target = referenceTable(kind.to);
    const { rows: found } = await db.query<{ key: string; value: unknown }>(
      `select ${target.key} as key, ${column} as value from base.${target.table} where ${target.key} = any($1)`,
      [rows.map(({ values }) => values[follows]).filter((code) => typeof code === 'string')],
    );
    const byKey = new Map(found.map((each) => [each.key, each.value]));
    rows.forEach((row, at) => {
      if (columns[at]) columns[at][column] = byKey.get(String(row.values[follows])) ?? null;
    });
  }
  return columns;
}
