/**
 * `npm run export-log -- <new file> [backup folder]`: writes all events of the running system, of the store that
 * EVENTSTORE_URL names, or of a backup, into one file that `npm run verify` reads. `-` instead of a file: to standard
 * output; a third argument: the events of that stream alone.
 */
import { createWriteStream } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { askSupervisorOrEnd } from '../data-folder/control-socket.ts';
import { commonEnv, eventStoreUrl, loadConfig } from '../runtime/config.ts';
import { connectEventLog } from '../runtime/event-log.ts';
import { exportedLog } from './log-export.ts';

const config = loadConfig(z.object({ JWXT_DATA: commonEnv.JWXT_DATA, EVENTSTORE_URL: eventStoreUrl.optional() }));
const [file, folder = '', only = ''] = process.argv.slice(2);

/** It holds everything that is known of people. */
async function write(lines: AsyncIterable<string>): Promise<void> {
  await pipeline(
    Readable.from(lines),
    file === '-' ? process.stdout : createWriteStream(file!, { flags: 'wx', mode: 0o600 }),
  );
}

async function writeStore(): Promise<void> {
  const dataDir = await realpath(config.JWXT_DATA).catch(() => config.JWXT_DATA);
  const address = config.EVENTSTORE_URL ?? (await askSupervisorOrEnd(dataDir))?.env.EVENTSTORE_URL;
  if (!address) throw new Error('系统没有运行：请先启动它，或用 EVENTSTORE_URL 指定事件库');
  const log = connectEventLog(address, { name: 'export-log' });
  try {
    await write(exportedLog(log, only));
  } finally {
    await log.close();
  }
}

try {
  if (file === undefined) throw new Error('用法：npm run export-log -- 新文件 [备份目录]');
  await (folder === '' ? writeStore() : write(exportedLog(folder, only)));
  if (file !== '-') process.stdout.write(`事件日志已导出到 ${file}；其中有个人信息，请妥善保管\n`);
} catch (error) {
  process.stderr.write(`未导出：${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
