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

const lockKey = 7_200_431;

/** Where the migration files are: `NNN-name.sql`, applied in order of their number. */
export const migrationsDirectory = resolve(projectRoot, 'infra/migrations');

/**
 * Brings a database up to date and answers the names that were applied now. Each file runs once, in a transaction of its
 * own, under an advisory lock, so that several services may start at the same time. `until` is the last number to apply: a
 * backup is restored into the structure that it was taken from. Throws {@link MigrationError} when an applied file has changed
 * or is gone, or when a file fails.
 */
export async function migrate(
  url: string,
  options: { directory?: string; logger?: Logger; until?: number } = {},
): Promise<readonly string[]> {
  const { until = Infinity } = options;
  const migrations = await readMigrations(options.directory);
  const client = new pg.Client({ connectionString: url, application_name: 'migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await client.query(`
      create table if not exists public.schema_migration (
        number int primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`);
    const { rows } = await client.query<{ number: number; name: string; checksum: string }>(
      'select number, name, checksum from public.schema_migration order by number',
    );
    const pending = pendingMigrations(migrations, rows).filter(({ number }) => number <= until);
    for (const migration of pending) {
      await apply(client, migration);
      options.logger?.info({ migration: migration.name }, '数据库结构已更新');
    }
    return pending.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

function pendingMigrations(
  migrations: readonly Migration[],
  applied: readonly { number: number; name: string; checksum: string }[],
): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.number, migration]));
  for (const row of applied) {
    const file = known.get(row.number);
    if (!file) throw new MigrationError(`数据库已应用 ${row.name}，但程序中没有这个文件：数据库比程序新，请使用更新的程序`);
    if (file.checksum !== row.checksum) {
      throw new MigrationError(`数据库结构文件 ${file.name} 在应用之后被改动过：请恢复原文件，改动另写一个新文件`);
    }
  }
  const done = new Set(applied.map((row) => row.number));
  return migrations.filter((migration) => !done.has(migration.number));
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
    throw new MigrationError(`数据库结构文件 ${migration.name} 执行失败：${error instanceof Error ? error.message : ''}`, error);
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
  if (numbers.size !== migrations.length) throw new MigrationError('有两个数据库结构文件的编号相同');
  return migrations;
}
