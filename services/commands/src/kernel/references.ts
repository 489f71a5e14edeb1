import { referenceTable } from '@jwxt/contracts/kernel/resource-field.ts';
import { columnOf, fieldColumn } from '@jwxt/contracts/kernel/resource-values.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

/** A column that names rows of a table. */
export interface Reference {
  readonly table: string;
  readonly column: string;
  /** The column holds a json list of codes. */
  readonly many: boolean;
  /** The field, where a resource declares it. */
  readonly label: string | null;
  /** The resource of the table, or whose child rows stand in it. */
  readonly resource: Resource | null;
}

/**
 * Everything that names rows of a table of `base`: what resources declare, and the foreign keys of the tables besides.
 * Fields that follow another reference are none: they are kept by what they follow.
 */
export async function referencesTo(db: Queryable, table: string, all: readonly Resource[]): Promise<Reference[]> {
  const declared = all.flatMap((resource) => declaredReferences(resource, table));
  const following = new Set(
    all.flatMap(({ table: own, fields }) =>
      Object.keys(fields)
        .filter((name) => fields[name]?.follows !== undefined)
        .map((name) => `${own}.${fieldColumn(fields, name)}`),
    ),
  );
  const known = new Set(declared.map((each) => `${each.table}.${each.column}`));
  const { rows } = await db.query<{ table: string; column: string }>(
    `select source.relname as table, attribute.attname as column
       from pg_constraint constrained
       join pg_class source on source.oid = constrained.conrelid
       join pg_attribute attribute on attribute.attrelid = source.oid and attribute.attnum = constrained.conkey[1]
      where constrained.contype = 'f' and constrained.confrelid = ('base.' || quote_ident($1))::regclass
        and source.relnamespace = 'base'::regnamespace and cardinality(constrained.conkey) = 1
      order by 1, 2`,
    [table],
  );
  const besides = rows
    .filter(({ table: own, column }) => !known.has(`${own}.${column}`) && !following.has(`${own}.${column}`))
    .map((each) => ({
      ...each,
      many: false,
      label: null,
      resource: all.find((resource) => resource.table === each.table) ?? null,
    }));
  return [...declared, ...besides];
}

function declaredReferences(resource: Resource, table: string): Reference[] {
  return Object.entries(resource.fields).flatMap(([name, { kind, label, follows }]): Reference[] => {
    if (kind.type === 'rows' && kind.child) {
      const child = kind.child.table;
      return Object.entries(kind.columns)
        .filter(([, { kind: of }]) => of.type === 'reference' && referenceTable(of.to).table === table)
        .map(([column, of]) => ({ table: child, column: columnOf(column), many: false, label: of.label, resource }));
    }
    if (kind.type !== 'reference' || follows !== undefined || referenceTable(kind.to).table !== table) return [];
    return [{ table: resource.table, column: fieldColumn(resource.fields, name), many: kind.many, label, resource }];
  });
}

/** How rows of a table are told apart, and which sets of columns no two rows may share. */
export interface TableKeys {
  readonly primary: readonly string[];
  readonly unique: readonly (readonly string[])[];
}

/** Keys of a table of `base`; those that hold for some rows only, or are computed, are left out. */
export async function keysOfTable(db: Queryable, table: string): Promise<TableKeys> {
  const { rows } = await db.query<{ primary: boolean; columns: string[] }>(
    `select index.indisprimary as primary, array_agg(attribute.attname::text order by part.n) as columns
       from pg_index index
       cross join lateral unnest(index.indkey) with ordinality as part (attnum, n)
       join pg_attribute attribute on attribute.attrelid = index.indrelid and attribute.attnum = part.attnum
      where index.indrelid = ('base.' || quote_ident($1))::regclass and index.indisunique and index.indpred is null
        and index.indexprs is null
      group by index.indexrelid, index.indisprimary`,
    [table],
  );
  return {
    primary: rows.find(({ primary }) => primary)?.columns ?? [],
    unique: rows.map(({ columns }) => columns),
  };
}

/** Columns of a table of `base` that the database does not make itself. */
export async function writtenColumns(db: Queryable, table: string): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select column_name as name from information_schema.columns
      where table_schema = 'base' and table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO'`,
    [table],
  );
  return rows.map(({ name }) => name);
}
