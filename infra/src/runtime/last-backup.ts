import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const lastBackup = z.object({ at: z.string(), folder: z.string(), bytes: z.number() });

/** When the last backup of a data folder ended (ISO instant), where it lies and how large it is. */
export type LastBackup = z.output<typeof lastBackup>;

const place = (dataDir: string): string => join(dataDir, 'last-backup.json');

/** Remembers a backup in the data folder that it was taken of. */
export async function noteBackup(dataDir: string, backup: LastBackup): Promise<void> {
  const temporary = `${place(dataDir)}.${process.pid}`;
  await writeFile(temporary, `${JSON.stringify(backup)}\n`);
  await rename(temporary, place(dataDir));
}

/** The last backup of a data folder; null when none is known. */
export async function readLastBackup(dataDir: string): Promise<LastBackup | null> {
  return await readFile(place(dataDir), 'utf8')
    .then((text) => lastBackup.parse(JSON.parse(text)))
    .catch(() => null);
}
