import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { projectRoot } from '../runtime/config.ts';
import type { Logger } from '../runtime/logger.ts';

/** A migration that cannot be applied: the message says which file and what to do. */
export class MigrationError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'MigrationError';
  }
}

/** One migration file. `checksum` is of its text, whatever the line ends. */
interface Migration {
  number: number;
  name: string;
  sql: string;
  checksum: string;
}

/** What a database says of a migration that it has. */
type Applied = Pick<Migration, 'number' | 'name' | 'checksum'>;

const lockKey = 7_200_431;

/** Where the migration files are: `NNN-name.sql`, applied in order of their number. */
export const migrationsDirectory = resolve(projectRoot, 'infra/migrations');

/**
 * Brings a database up to date and answers the names that were applied now. Each file runs once, in a transaction of
 * its own, under an advisory lock, so that several services may start at the same time. A file is known by its text:
 * one that was applied under another number or name is not applied again, and is recorded under its present one. `only`
 * names the checksums to apply: a backup is restored into the structure that it was taken from. Throws {@link
 * MigrationError} when an applied file has changed or is gone, when a file fails, or when the database is not in UTF-8.
 */
export async function migrate(
  url: string,
  options: { directory?: string; logger?: Logger; only?: ReadonlySet<string> } = {},
): Promise<readonly string[]> {
  const migrations = await readMigrations(options.directory);
  const client = new pg.Client({ connectionString: url, application_name: 'migrate', connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    await checkEncoding(client);
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await client.query(`
      create table if not exists public.schema_migration (
        number int primary key, name text not null, checksum text not null,
          applied_at timestamptz not null default now())`);
    const { rows } = await client.query<Applied>(
      'select number, name, checksum from public.schema_migration order by number',
    );
    const pending = pendingMigrations(migrations, rows).filter(({ checksum }) => options.only?.has(checksum) ?? true);
    await rename(client, migrations, rows);
    for (const migration of pending) {
      await apply(client, migration);
      options.logger?.info({ migration: migration.name }, '数据库结构已更新');
    }
    return pending.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

/** Chinese text needs it; another encoding would cut or refuse it later, row by row. */
async function checkEncoding(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; encoding: string }>(
    `select datname as name, pg_encoding_to_char(encoding) as encoding from pg_database
      where datname = current_database()`,
  );
  const { name = '', encoding = '' } = rows[0] ?? {};
  if (encoding === 'UTF8') return;
  throw new MigrationError(
    `数据库 ${name} 的编码是 ${encoding}，本系统需要 UTF8：请另建一个数据库（create database ${name}_utf8 ` +
      `encoding 'UTF8' template template0）`,
  );
}

/**
 * Records what was applied under an earlier number or name under its present one; all of it is known to this program.
 * Numbers that change places are moved aside first.
 */
async function rename(client: pg.Client, migrations: readonly Migration[], applied: readonly Applied[]): Promise<void> {
  const present = new Map(migrations.map((migration) => [migration.checksum, migration]));
  const moved = applied.flatMap(({ number, name, checksum }) => {
    const file = present.get(checksum);
    return file === undefined || (file.number === number && file.name === name) ? [] : [{ from: number, to: file }];
  });
  if (moved.length === 0) return;
  await client.query('begin');
  await client.query('update public.schema_migration set number = -number where number = any($1)', [
    moved.map(({ from }) => from),
  ]);
  for (const { from, to } of moved)
    await client.query('update public.schema_migration set number = $2, name = $3 where number = $1', [
      -from,
      to.number,
      to.name,
    ]);
  await client.query('commit');
}

function pendingMigrations(migrations: readonly Migration[], applied: readonly Applied[]): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.number, migration]));
  const done = new Set(applied.map((row) => row.checksum));
  const unknown = applied.filter(({ checksum }) => !migrations.some((migration) => migration.checksum === checksum));
  for (const row of unknown) {
    const file = known.get(row.number);
    if (!file)
      throw new MigrationError(`数据库已应用 ${row.name}，但程序中没有这个文件：数据库比程序新，请使用更新的程序`);
    throw new MigrationError(`数据库结构文件 ${file.name} 在应用之后被改动过：请恢复原文件，改动另写一个新文件`);
  }
  return migrations.filter((migration) => !done.has(migration.checksum));
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(migration.sql);
    await client.query('insert into public.schema_migration (number, name, checksum) values ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw new MigrationError(
      `数据库结构文件 ${migration.name} 执行失败：${error instanceof Error ? error.message : ''}`,
      error,
    );
  }
}

/** The migration files, in order of their number. Throws {@link MigrationError} when they are not well-formed. */
export async function readMigrations(directory: string = migrationsDirectory): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).toSorted();
  const migrations = await Promise.all(
    files.map(async (name): Promise<Migration> => {
      const match = /^(\d{3})-[a-z0-9-]+\.sql$/.exec(name);
      if (!match?.[1]) throw new MigrationError(`数据库结构文件名 ${name} 不正确，应为 NNN-name.sql`);
      const sql = (await readFile(join(directory, name), 'utf8')).replaceAll('\r\n', '\n');
      return { number: Number(match[1]), name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
  const numbers = new Set(migrations.map((migration) => migration.number));
  const texts = new Set(migrations.map((migration) => migration.checksum));
  if (texts.size !== migrations.length) throw new MigrationError('有两个数据库结构文件的内容相同');
  if (numbers.size !== migrations.length) throw new MigrationError('有两个数据库结构文件的编号相同');
  return migrations;
}
