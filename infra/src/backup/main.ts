/**
 * `npm run backup -- <folder>`: copies both engines and the attachments while the system runs, or while it is stopped.
 * `npm run restore -- <folder>`: fills the empty data folder that JWXT_DATA names from such a copy.
 */
import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { databaseName, startLocalPostgres } from '../engines/local-postgres.ts';
import { commonEnv, databaseUrl, eventStoreUrl, filesRoot, loadConfig } from '../runtime/config.ts';
import { noteBackup } from '../runtime/last-backup.ts';
import { askSupervisor, takeDataFolder } from '../data-folder/control-socket.ts';
import { loadSecrets, prepareDataFolder } from '../data-folder/data-folder.ts';
import { BackupRefused } from './backup-manifest.ts';
import type { BackupManifest } from './backup-manifest.ts';
import { damagedAttachments } from './attachment-copy.ts';
import { takeBackup } from './backup.ts';
import { erasuresText } from './restored-erasures.ts';
import { restoreBackup } from './restore.ts';

const config = loadConfig(
  z.object({
    JWXT_DATA: commonEnv.JWXT_DATA,
    DATABASE_URL: databaseUrl.optional(),
    EVENTSTORE_URL: eventStoreUrl.optional(),
    FILES_ROOT: filesRoot.optional(),
  }),
);
const externalEvents =
  '事件库由 EVENTSTORE_URL 指定，不在数据目录里：请用它自带的工具备份和恢复（EventStoreDB / KurrentDB ' +
  '的文件备份），数据库用 pg_dump，并且先备份数据库、再备份附件目录（FILES_ROOT）和事件库';

async function take(folder: string): Promise<void> {
  const dataDir = await realpath(config.JWXT_DATA).catch(() => config.JWXT_DATA);
  const running = await askSupervisor(dataDir);
  if (running ? !running.hasLocalEvents : config.EVENTSTORE_URL !== undefined) throw new BackupRefused(externalEvents);
  const eventsFolder = join(dataDir, 'eventstore');
  const files = running?.env.FILES_ROOT ?? config.FILES_ROOT ?? join(dataDir, 'files');
  const manifest = running
    ? await takeBackup({ databaseUrl: addressOf(running.env), eventsFolder, filesRoot: files }, folder)
    : await withStoppedSystem(dataDir, (url) =>
        takeBackup({ databaseUrl: url, eventsFolder, filesRoot: files }, folder),
      );
  await noteBackup(dataDir, {
    at: manifest.finishedAt,
    folder,
    bytes: manifest.files.reduce((sum, { bytes }) => sum + bytes, 0),
  });
  const damaged = damagedAttachments(manifest.files);
  if (damaged.length > 0)
    process.stdout.write(
      `注意：${damaged.length} 个附件的内容已经损坏（磁盘可能有故障），备份中是损坏后的内容：` +
        `${damaged.slice(0, 10).join('、')}\n`,
    );
  process.stdout.write(
    `备份完成：${summaryOf(manifest)}，保存在 ${folder}\n其中有密码摘要和会话等敏感数据，请妥善保管。恢复：` +
      `JWXT_DATA=新目录 npm run restore -- ${folder}\n`,
  );
}

async function restore(folder: string): Promise<void> {
  if (config.EVENTSTORE_URL !== undefined) throw new BackupRefused(externalEvents);
  await prepareDataFolder(config.JWXT_DATA);
  const dataDir = await realpath(config.JWXT_DATA);
  const manifest = await whileHeld(dataDir, async () => {
    const { postgresPassword } = await loadSecrets(dataDir);
    return await restoreBackup(folder, {
      dataDir,
      postgresPassword,
      ...(config.FILES_ROOT === undefined ? {} : { filesRoot: config.FILES_ROOT }),
      ...(config.DATABASE_URL === undefined ? {} : { databaseUrl: config.DATABASE_URL }),
    });
  });
  process.stdout.write(
    `恢复完成：${manifest.startedAt} 的备份，${summaryOf(manifest)}，数据目录 ${dataDir}` +
      '\n现在可以用这个数据目录启动（npm start），读模型会在启动时由事件重建\n' +
      `${await erasuresText(dataDir)}\n`,
  );
}

function addressOf(env: Readonly<Record<string, string>>): string {
  if (!env.DATABASE_URL) throw new BackupRefused('系统正在启动，请稍后再试');
  return env.DATABASE_URL;
}

/** Nothing can be started on the data folder meanwhile; the local PostgreSQL runs just for this. */
async function withStoppedSystem<R>(dataDir: string, work: (databaseUrl: string) => Promise<R>): Promise<R> {
  if (!existsSync(join(dataDir, 'eventstore')))
    throw new BackupRefused(`${dataDir} 里没有数据，请用 JWXT_DATA 指定数据目录`);
  return await whileHeld(dataDir, async () => {
    if (config.DATABASE_URL !== undefined) return await work(config.DATABASE_URL);
    const server = await startLocalPostgres({
      dataDir: join(dataDir, 'postgres'),
      password: (await loadSecrets(dataDir)).postgresPassword,
    });
    try {
      return await work(server.url(databaseName));
    } finally {
      await server.stop();
    }
  });
}

async function whileHeld<R>(dataDir: string, work: () => Promise<R>): Promise<R> {
  const hold = await takeDataFolder(dataDir, () => ({ pid: process.pid, env: {}, hasLocalEvents: true }));
  try {
    return await work();
  } finally {
    await hold.close();
  }
}

function summaryOf({ tables, files, logPosition }: BackupManifest): string {
  const [rows, bytes] = [
    tables.reduce((sum, table) => sum + table.rows, 0),
    files.reduce((sum, file) => sum + file.bytes, 0),
  ];
  return `${tables.length} 张表 ${rows} 行，事件日志到位置 ${logPosition}，共 ${(bytes / 1_048_576).toFixed(1)} MB`;
}

const [command, folder] = process.argv.slice(2);
try {
  if (folder === undefined || (command !== 'take' && command !== 'restore'))
    throw new BackupRefused('用法：npm run backup -- 备份目录，或 npm run restore -- 备份目录');
  await (command === 'take' ? take : restore)(resolve(folder));
} catch (error) {
  const foreseen = error instanceof Error && /\p{Script=Han}/u.test(error.message);
  process.stderr.write(
    `${command === 'restore' ? '未恢复' : '未备份'}：` +
      `${foreseen ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exitCode = 1;
}
