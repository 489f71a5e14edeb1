import { chmod, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { copyDataFolder } from '@jwxt/eventstore/copy-data.ts';
import { copyAttachmentsOut } from './attachment-copy.ts';
import { BackupRefused, backupFormat, sealFiles, writeManifest } from './backup-manifest.ts';
import type { BackupManifest } from './backup-manifest.ts';
import { copyDatabaseOut, copyKeysOut } from './database-copy.ts';

/** Where the originals are. */
export interface BackupSource {
  databaseUrl: string;
  /** Data folder of the local event node, running or not. */
  eventsFolder: string;
  /** Root of the attachments' store. */
  filesRoot: string;
}

/**
 * Copies both engines and the attachments into a new folder while everybody works on. The database comes first and the
 * log after it, so that nothing in the database knows of an event that the log does not have; what the log has beyond
 * that, policies and read models catch up with; the keys of persons that it names are copied last. Every command
 * acknowledged before this is called is in it. Throws {@link BackupRefused}.
 */
export async function takeBackup(
  { databaseUrl, eventsFolder, filesRoot }: BackupSource,
  folder: string,
): Promise<BackupManifest> {
  await createFolder(folder);
  const startedAt = new Date().toISOString();
  const database = await copyDatabaseOut(databaseUrl, folder);
  await copyAttachmentsOut(filesRoot, folder);
  const { position } = await copyDataFolder(eventsFolder, join(folder, 'eventstore'));
  const manifest: BackupManifest = {
    format: backupFormat,
    startedAt,
    finishedAt: new Date().toISOString(),
    ...database,
    tables: await copyKeysOut(databaseUrl, folder, database.tables),
    logPosition: position,
    files: await sealFiles(folder),
  };
  await writeManifest(folder, manifest);
  return manifest;
}

/** It holds scores, password hashes and sessions: nobody else may look into it. */
async function createFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new BackupRefused(`备份目录 ${folder} 不是空目录，请另给一个新目录`);
  await chmod(folder, 0o700);
}
