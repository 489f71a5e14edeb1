import { copyFile, cp, mkdir, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { BackupFile } from './backup-manifest.ts';

/** Where attachments are in a backup: each under its SHA-256. */
const place = 'attachments';

/** Content below the root of a file store. */
const contentOf = (filesRoot: string): string => join(filesRoot, 'content');

/**
 * Copies every attachment into a backup. To be called after the database was copied: what its rows name is there before
 * the row and stays. What is put aside meanwhile is named by no row, and left out.
 */
export async function copyAttachmentsOut(filesRoot: string, folder: string): Promise<void> {
  const content = contentOf(filesRoot);
  const entries = await readdir(content, { recursive: true, withFileTypes: true }).catch(noneWhenMissing);
  for (const entry of entries.filter((each) => each.isFile())) {
    const part = basename(entry.parentPath);
    await mkdir(join(folder, place, part), { recursive: true });
    await copyFile(join(entry.parentPath, entry.name), join(folder, place, part, entry.name)).catch(noneWhenMissing);
  }
}

/** Brings them back; a backup from before there were attachments has none. */
export async function copyAttachmentsIn(folder: string, filesRoot: string): Promise<void> {
  await cp(join(folder, place), contentOf(filesRoot), { recursive: true }).catch(noneWhenMissing);
}

/**
 * Attachments of a backup whose bytes are not what they were when they were uploaded: the disk that they came from is
 * failing.
 */
export function damagedAttachments(files: readonly BackupFile[]): string[] {
  return files
    .filter(({ path, sha256 }) => path.startsWith(`${place}/`) && basename(path) !== sha256)
    .map(({ path }) => basename(path));
}

function noneWhenMissing(error: unknown): never[] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
  throw error;
}
