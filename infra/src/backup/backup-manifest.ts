import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';

/** Why a backup or a restore was not done; the message is Chinese and complete. */
export class BackupRefused extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'BackupRefused';
  }
}

/** Raised when a backup changes so that an older program could not read it. */
export const backupFormat = 1;

const fileSchema = z.object({
  /** Place below the backup folder, with `/`. */
  path: z
    .string()
    .regex(/^[\w.-]+(\/[\w.-]+)*$/)
    .refine((path) => !path.split('/').includes('..')),
  bytes: z.number().int().nonnegative(),
  sha256: z.string().length(64),
});
/** One file of a backup. */
export type BackupFile = z.output<typeof fileSchema>;

const tableSchema = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number().int().nonnegative(),
  file: z.string(),
});
/** One table of a backup: the file has its rows as PostgreSQL's text copy format writes them, gzipped. */
export type BackupTable = z.output<typeof tableSchema>;

const manifestSchema = z.object({
  format: z.literal(backupFormat),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** The structure that the rows fit. */
  migrations: z.array(z.object({ number: z.number().int(), name: z.string(), checksum: z.string() })),
  tables: z.array(tableSchema),
  /** Where the copied log of events ends. */
  logPosition: z.number().int().nonnegative(),
  files: z.array(fileSchema),
});

/** What a backup holds. It is written last: a folder without it is not a backup. */
export type BackupManifest = z.output<typeof manifestSchema>;

const fileName = 'manifest.json';

/** Writes the manifest durably. */
export async function writeManifest(folder: string, manifest: BackupManifest): Promise<void> {
  const file = await open(join(folder, fileName), 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Reads the manifest and checks every file against it. Throws {@link BackupRefused} for what is no backup, a newer one
 * or a damaged one.
 */
export async function readVerifiedBackup(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, fileName), 'utf8').catch((error: unknown) => {
    throw new BackupRefused(`${folder} 不是一份完整的备份：缺少 ${fileName}（备份可能中途中断，请使用另一份）`, error);
  });
  const manifest = parseManifest(text, folder);
  for (const file of manifest.files) {
    const found = await describeFile(folder, file.path).catch(() => undefined);
    if (found === undefined) throw new BackupRefused(`备份 ${folder} 已损坏：缺少文件 ${file.path}，请使用另一份备份`);
    if (found.bytes !== file.bytes || found.sha256 !== file.sha256) {
      throw new BackupRefused(`备份 ${folder} 已损坏：文件 ${file.path} 的内容与备份时不一致，请使用另一份备份`);
    }
  }
  return manifest;
}

function parseManifest(text: string, folder: string): BackupManifest {
  try {
    const value: unknown = JSON.parse(text);
    const { format } = z.object({ format: z.number() }).parse(value);
    if (format > backupFormat)
      throw new BackupRefused(
        `备份 ${folder} 由更新版本的程序生成（格式 ${format}，本程序支持 ${backupFormat}），请先升级程序`,
      );
    return manifestSchema.parse(value);
  } catch (error) {
    if (error instanceof BackupRefused) throw error;
    throw new BackupRefused(`备份 ${folder} 已损坏：${fileName} 无法读取，请使用另一份备份`, error);
  }
}

/** Size and hash of a file, read from the disk. */
async function describeFile(folder: string, path: string): Promise<BackupFile> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(join(folder, path)), hash);
  return { path, bytes: (await stat(join(folder, path))).size, sha256: hash.digest('hex') };
}

/** Size and hash of every file below a folder, and each of them durable. */
export async function sealFiles(folder: string): Promise<BackupFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    );
  const files: BackupFile[] = [];
  for (const path of paths.toSorted()) {
    const file = await open(join(folder, path), 'r+');
    await file.chmod(0o600);
    await file.sync();
    await file.close();
    files.push(await describeFile(folder, path));
  }
  return files;
}
