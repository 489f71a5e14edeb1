import pg from 'pg';
import { referenceTable, type WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { columnOf, fieldColumn, toWire } from '@jwxt/contracts/kernel/resource-values.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { LoggedChange } from './operation-log.ts';

/** The fields of a resource that follow the row which one of its reference fields points to. */
interface Following {
  /** Column of the reference field. */
  readonly by: string;
  readonly name: string;
  readonly table: string;
  readonly key: string;
  readonly fields: readonly string[];
}

/** What of a resource follows which rows. */
export function followingOf({ fields }: Pick<Resource, 'fields'>): Following[] {
  const kept = Object.entries(fields).filter(([, { looked }]) => !looked);
  const names = new Set(kept.flatMap(([, { follows = [] }]) => follows));
  return [...names].flatMap((name) => {
    const kind = fields[name]?.kind;
    if (kind?.type !== 'reference') throw new TypeError(`${name} is followed and points to nothing`);
    const { table, key } = referenceTable(kind.to);
    return {
      by: fieldColumn(fields, name),
      name,
      table,
      key,
      fields: kept.flatMap(([each, { follows }]) => (follows === name ? [each] : [])),
    };
  });
}

/** What the fields of a row that follow other rows hold, by its values; nothing of a reference that names no row. */
export async function followedValues(
  client: PoolClient,
  resource: Pick<Resource, 'fields'>,
  values: WireRow,
): Promise<WireRow> {
  const found: Record<string, unknown> = {};
  for (const { name, table, key, fields } of followingOf(resource)) {
    const { rows } = await client.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(stored) as row from base.${table} stored where ${key} = $1`,
      [values[name]],
    );
    for (const each of fields) {
      const field = resource.fields[each];
      if (field) found[each] = toWire(field, rows[0]?.row[fieldColumn(resource.fields, each)]);
    }
  }
  return found;
}

/**
 * Makes the rows that follow these of a resource say what they say now, and those that follow them in turn, and tells
 * which changed, by the name in the operation log.
 */
export async function followers(
  client: PoolClient,
  { table }: Pick<Resource, 'table'>,
  keys: readonly string[],
  all: readonly Resource[],
): Promise<{ resource: string; changes: LoggedChange[] }[]> {
  if (keys.length === 0) return [];
  const told: { resource: string; changes: LoggedChange[] }[] = [];
  for (const other of all)
    for (const following of followingOf(other).filter((each) => each.table === table)) {
      const changes = await follow(client, other, following, keys);
      if (changes.length === 0) continue;
      const changed = changes.map(({ key }) => key);
      told.push({ resource: other.loggedAs ?? other.name, changes }, ...(await followers(client, other, changed, all)));
    }
  return told;
}

async function follow(
  client: PoolClient,
  resource: Resource,
  { by, table, key, fields }: Following,
  keys: readonly string[],
): Promise<LoggedChange[]> {
  const own = `base.${pg.escapeIdentifier(resource.table)}`;
  const ownKey = pg.escapeIdentifier(columnOf(resource.key));
  const columns = fields.map((name) => pg.escapeIdentifier(fieldColumn(resource.fields, name)));
  const of = (alias: string): string => columns.map((column) => `${alias}.${column}`).join(', ');
  const { rows } = await client.query<LoggedChange>(
    `with old as (
       select follower.${ownKey} as key, to_jsonb(follower) as before
         from ${own} follower join base.${table} followed on followed.${key} = follower.${by}
        where followed.${key} = any($1) and (${of('follower')}) is distinct from (${of('followed')})
          for update of follower)
     update ${own} follower set ${columns.map((column) => `${column} = followed.${column}`).join(', ')}
       from old, base.${table} followed where follower.${ownKey} = old.key and followed.${key} = follower.${by}
     returning old.key, old.before, to_jsonb(follower) as after`,
    [keys],
  );
  return rows;
}
