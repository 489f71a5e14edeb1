import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { onLinux } from '../testing/programs.ts';
import { openSystemLog } from './console-log.ts';

// Each file has the size that was told.
it('the log keeps as many files as told, with the newest lines, and gives up those of a larger setting', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'jwxt-log-'));
  try {
    await mkdir(join(folder, 'logs'));
    for (const number of [1, 2, 3, 4, 5]) await writeFile(join(folder, `logs/jwxt.log.${number}`), `older ${number}`);
    const log = openSystemLog(folder, 'fatal', { fileBytes: 1_000, files: 3 });
    const line = (number: number): string =>
      JSON.stringify({ level: 'info', msg: `line ${number} ${'x'.repeat(100)}` });
    for (let number = 1; number <= 50; number += 1) log.childLine('commands', line(number));
    await log.close();
    expect((await readdir(join(folder, 'logs'))).toSorted()).toEqual(['jwxt.log', 'jwxt.log.1', 'jwxt.log.2']);
    const kept = (
      await Promise.all(['.2', '.1', ''].map((suffix) => readFile(join(folder, `logs/jwxt.log${suffix}`), 'utf8')))
    )
      .join('')
      .trim()
      .split('\n');
    expect(kept.length).toBeGreaterThan(16);
    expect(kept).toEqual(Array.from({ length: kept.length }, (_none, index) => line(50 - kept.length + 1 + index)));
  } finally {
    await rm(folder, { recursive: true });
  }
});

onLinux('日志在磁盘写满又腾出空间之后继续写入', () => {
  it('the log goes on by itself when a disk that was full has room again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'jwxt-log-'));
    try {
      const path = join(folder, 'logs/jwxt.log');
      await mkdir(join(folder, 'logs'));
      await symlink('/dev/full', path);
      const log = openSystemLog(folder, 'fatal', { fileBytes: 1_000_000, files: 3 });
      log.childLine('commands', JSON.stringify({ level: 'info', msg: 'lost' }));
      await rm(path);
      await vi.waitFor(async () => {
        log.childLine('commands', JSON.stringify({ level: 'info', msg: 'back' }));
        expect(await readFile(path, 'utf8')).toContain('back');
      });
      await log.close();
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
