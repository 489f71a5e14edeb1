import { existsSync } from 'node:fs';
import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseName, startLocalPostgres } from '../engines/local-postgres.ts';
import { copyAttachmentsIn } from './attachment-copy.ts';
import { BackupRefused, readVerifiedBackup } from './backup-manifest.ts';
import type { BackupManifest } from './backup-manifest.ts';
import { copyDatabaseIn, isDatabaseEmpty } from './database-copy.ts';

/** Where a backup goes to. */
export interface RestoreTarget {
  /** The data folder, held by this process: nothing runs on it. */
  dataDir: string;
  /** Root of the attachments' store; `files` in the data folder when absent. */
  filesRoot?: string;
  /** An empty database of a server; absent: the local PostgreSQL on the data folder, under this password. */
  databaseUrl?: string;
  postgresPassword: string;
}

/**
 * Fills an empty data folder from a backup, after checking all of it. The engines' folders appear under their names
 * only when they are complete. Read models are built at the next start. Throws {@link BackupRefused} and leaves the
 * data folder as it was.
 */
export async function restoreBackup(
  folder: string,
  { dataDir, filesRoot = join(dataDir, 'files'), databaseUrl, postgresPassword }: RestoreTarget,
): Promise<BackupManifest> {
  const [events, postgres] = [join(dataDir, 'eventstore'), join(dataDir, 'postgres')];
  for (const taken of [events, filesRoot, ...(databaseUrl === undefined ? [postgres] : [])]) {
    if (existsSync(taken))
      throw new BackupRefused(`${taken} 已有数据，恢复不会覆盖它：请用 JWXT_DATA 指定一个新目录，或先把它移走`);
  }
  if (databaseUrl !== undefined && !(await isDatabaseEmpty(databaseUrl)))
    throw new BackupRefused('DATABASE_URL 指定的数据库里已有数据，恢复不会覆盖它：请另建一个空数据库');
  const manifest = await readVerifiedBackup(folder);
  const restoring = {
    events: `${events}.restoring`,
    postgres: `${postgres}.restoring`,
    files: `${filesRoot}.restoring`,
  };
  const clear = (): Promise<unknown> =>
    Promise.all(Object.values(restoring).map((path) => rm(path, { recursive: true, force: true })));
  await clear();
  try {
    await cp(join(folder, 'eventstore'), restoring.events, { recursive: true });
    if (databaseUrl === undefined)
      await fillLocalPostgres(restoring.postgres, postgresPassword, (url) => copyDatabaseIn(url, folder, manifest));
    else await copyDatabaseIn(databaseUrl, folder, manifest);
    await copyAttachmentsIn(folder, restoring.files);
    if (existsSync(restoring.files)) await rename(restoring.files, filesRoot);
    await rename(restoring.events, events);
    if (databaseUrl === undefined) await rename(restoring.postgres, postgres);
    return manifest;
  } finally {
    await clear();
  }
}

async function fillLocalPostgres(
  dataDir: string,
  password: string,
  fill: (url: string) => Promise<void>,
): Promise<void> {
  const server = await startLocalPostgres({ dataDir, password });
  try {
    await server.ensureDatabase(databaseName);
    await fill(server.url(databaseName));
  } finally {
    await server.stop();
  }
}
