import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { migrate, readMigrations } from '../migrations/migrate.ts';
import { createPool, inTransaction } from '../runtime/postgres.ts';
import type { PoolClient, Queryable } from '../runtime/postgres.ts';
import { BackupRefused } from './backup-manifest.ts';
import type { BackupManifest, BackupTable } from './backup-manifest.ts';

/** The database's part of a backup. */
type DatabaseCopy = Pick<BackupManifest, 'migrations' | 'tables'>;

/**
 * Tables that are kept: all but read models and their bookkeeping, which are made again from the events, and what may
 * be lost in a crash anyway. Whatever a later migration adds is therefore kept.
 */
const keptTables = `
  select namespace.nspname as schema, relation.relname as name,
         array(select attname::text from pg_attribute where pg_attribute.attrelid = relation.oid
           and pg_attribute.attnum > 0 and not pg_attribute.attisdropped
           and pg_attribute.attgenerated = '' order by pg_attribute.attnum) as columns
    from pg_class relation join pg_namespace namespace on namespace.oid = relation.relnamespace
   where relation.relkind = 'r' and relation.relpersistence = 'p' and namespace.nspname not in
     ('pg_catalog', 'information_schema', 'projection') and namespace.nspname not like 'rm\\_%'
     and not (namespace.nspname = 'public' and relation.relname = 'schema_migration')
   order by 1, 2`;

const placeOf = ({ schema, name }: Pick<BackupTable, 'schema' | 'name'>): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
const columnsOf = ({ columns }: Pick<BackupTable, 'columns'>): string =>
  columns.map((column) => pg.escapeIdentifier(column)).join(', ');

/** Writes all kept tables of one moment to `database/` of the folder. Nobody is held up meanwhile. */
export async function copyDatabaseOut(url: string, folder: string): Promise<DatabaseCopy> {
  await mkdir(join(folder, 'database'), { mode: 0o700 });
  return await withPool(url, (pool) =>
    inTransaction(
      pool,
      async (client) => {
        const { rows: migrations } = await client.query<DatabaseCopy['migrations'][number]>(
          'select number, name, checksum from public.schema_migration order by number',
        );
        const { rows: found } = await client.query<Pick<BackupTable, 'schema' | 'name' | 'columns'>>(keptTables);
        const tables: BackupTable[] = [];
        for (const about of found) tables.push(await copyTableOut(client, folder, about, 'wx'));
        return { migrations, tables };
      },
      'repeatable read',
    ),
  );
}

/**
 * Copies the keys of persons again, after the log: an event that came between the two names no key that the backup does
 * not have (decision 093). Answers the tables with it.
 */
export async function copyKeysOut(url: string, folder: string, tables: readonly BackupTable[]): Promise<BackupTable[]> {
  return await withPool(url, async (pool) => {
    const again = async (table: BackupTable): Promise<BackupTable> => {
      if (table.schema !== 'base' || table.name !== 'person_key') return table;
      const client = await pool.connect();
      try {
        return await copyTableOut(client, folder, table, 'w');
      } finally {
        client.release();
      }
    };
    return await Promise.all(tables.map(again));
  });
}

async function copyTableOut(
  client: PoolClient,
  folder: string,
  { schema, name, columns }: Pick<BackupTable, 'schema' | 'name' | 'columns'>,
  flags: 'wx' | 'w',
): Promise<BackupTable> {
  const about = { schema, name, columns };
  const file = `database/${schema}.${name}.copy.gz`;
  const source = client.query(copyTo(`copy ${placeOf(about)} (${columnsOf(about)}) to stdout`));
  await pipeline(source, createGzip({ level: 1 }), createWriteStream(join(folder, file), { flags, mode: 0o600 }));
  return { ...about, rows: source.rowCount, file };
}

/**
 * Brings an empty database to the backup's structure and fills it, in one transaction. Later migrations are left to the
 * next start.
 */
export async function copyDatabaseIn(url: string, folder: string, { migrations, tables }: DatabaseCopy): Promise<void> {
  const known = new Set((await readMigrations()).map(({ checksum }) => checksum));
  for (const { name, checksum } of migrations) {
    if (!known.has(checksum))
      throw new BackupRefused(`备份中的数据库结构 ${name} 与本程序的不一致：请使用生成备份的版本或更新的版本`);
  }
  await migrate(url, { only: new Set(migrations.map(({ checksum }) => checksum)) });
  await withPool(url, async (pool) => {
    await inTransaction(pool, async (client) => {
      const references = await dropReferences(client);
      for (const table of tables) await fill(client, folder, table);
      for (const { place, name, definition } of references)
        await client.query(`alter table ${place} add constraint ${pg.escapeIdentifier(name)} ${definition}`);
    });
    await pool.query('analyze');
  });
}

/** Whether somebody has put tables into the database. */
export async function isDatabaseEmpty(url: string): Promise<boolean> {
  return await withPool(url, async (pool) => {
    const { rowCount } = await pool.query(
      `select 1 from pg_tables where schemaname not in ('pg_catalog', 'information_schema') limit 1`,
    );
    return rowCount === 0;
  });
}

/** Takes all foreign keys away, so that tables can be filled in any order. Put back, they are checked. */
async function dropReferences(client: Queryable): Promise<{ place: string; name: string; definition: string }[]> {
  const { rows } = await client.query<{ place: string; name: string; definition: string }>(
    `select conrelid::regclass::text as place, conname as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f'`,
  );
  for (const { place, name } of rows)
    await client.query(`alter table ${place} drop constraint ${pg.escapeIdentifier(name)}`);
  return rows;
}

async function fill(client: PoolClient, folder: string, table: BackupTable): Promise<void> {
  const place = placeOf(table);
  // What triggers made of these rows is in the backup.
  await client.query(`alter table ${place} disable trigger user`);
  // A migration may have put rows there.
  await client.query(`delete from ${place}`);
  const target = client.query(copyFrom(`copy ${place} (${columnsOf(table)}) from stdin`));
  await pipeline(createReadStream(join(folder, table.file)), createGunzip(), target);
  if (target.rowCount !== table.rows)
    throw new BackupRefused(`备份已损坏：${table.file} 应有 ${table.rows} 行，实际 ${target.rowCount} 行`);
  const { rows } = await client.query<{ column: string; sequence: string }>(
    `select attname as column, pg_get_serial_sequence($1, attname) as sequence from pg_attribute
      where attrelid = $1::regclass and attidentity <> ''`,
    [place],
  );
  for (const { column, sequence } of rows) {
    await client.query(`select setval($1, max(${pg.escapeIdentifier(column)})) from ${place} having count(*) > 0`, [
      sequence,
    ]);
  }
  await client.query(`alter table ${place} enable trigger user`);
}

async function withPool<R>(url: string, work: (pool: pg.Pool) => Promise<R>): Promise<R> {
  const pool = createPool(url, { name: 'backup', max: 1, statementTimeoutMs: 0 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
