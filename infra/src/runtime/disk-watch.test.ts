import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { collectingLog } from '../testing/collecting-log.ts';
import { isDiskFull, watchDisks } from './disk-watch.ts';
import { createHealthRegistry } from './health.ts';
import { noteBackup, readLastBackup } from './last-backup.ts';
import { createMetrics } from './metrics.ts';

const GB = 1024 ** 3;

it('a disk that fills up is warned of, then makes the service not ready, and recovers; each is said once', async () => {
  const room = { freeBytes: 50 * GB, totalBytes: 100 * GB };
  const log = collectingLog();
  const [health, metrics] = [createHealthRegistry('commands'), createMetrics()];
  const watch = await watchDisks({
    folders: [{ name: 'data', title: '数据目录', path: '/data' }],
    logger: log.logger,
    health,
    metrics,
    lookMs: 5,
    measure: () => Promise.resolve({ ...room }),
  });
  try {
    expect([watch.full(), (await health.report()).checks.disk, log.lines]).toEqual([false, { status: 'up' }, []]);
    room.freeBytes = 9 * GB;
    await vi.waitFor(() =>
      expect(log.lines.join()).toContain('数据目录：磁盘空间不多，请尽快清理或扩容（剩余 9.0 GB）'),
    );
    expect(await health.report()).toMatchObject({
      ready: true,
      checks: { disk: { status: 'degraded', detail: [expect.stringContaining('剩余 9.0 GB')] } },
    });
    room.freeBytes = 127 * 1024 ** 2;
    await vi.waitFor(() =>
      expect(log.lines.join()).toContain('数据目录：磁盘空间不足，暂停写入，请立即清理或扩容（剩余 127 MB）'),
    );
    expect(watch.full()).toBe(true);
    expect(await health.report()).toMatchObject({ ready: false, checks: { disk: { status: 'down' } } });
    expect((await health.startup()).ready).toBe(true);
    expect(await metrics.text()).toContain(`jwxt_disk_free_bytes{folder="data"} ${room.freeBytes}`);
    room.freeBytes = 60 * GB;
    await vi.waitFor(() => expect(log.lines.join()).toContain('数据目录：磁盘空间已恢复'));
    expect(await health.report()).toMatchObject({ ready: true });
    expect(log.lines).toHaveLength(3);
  } finally {
    watch.close();
  }
});

it('a disk that does not answer is asked once, and the others go on being measured', async () => {
  vi.useFakeTimers();
  const asked: string[] = [];
  let answers = true;
  const measure = (path: string) => {
    asked.push(path);
    return path === '/share' && !answers
      ? new Promise<never>(() => undefined)
      : Promise.resolve({ freeBytes: 50 * GB, totalBytes: 100 * GB });
  };
  const folders = [
    { name: 'data', title: '数据目录', path: '/data' },
    { name: 'files', title: '附件目录', path: '/share' },
  ];
  const watch = await watchDisks({
    folders,
    logger: collectingLog().logger,
    health: createHealthRegistry('x'),
    metrics: createMetrics(),
    lookMs: 1_000,
    measure,
  });
  answers = false;
  asked.length = 0;
  await vi.advanceTimersByTimeAsync(4_000);
  expect(asked).toEqual(['/data', '/share', '/data', '/data', '/data']);
  expect(watch.spaces().map(({ name }) => name)).toEqual(['data', 'files']);
  watch.close();
  vi.useRealTimers();
});

it('real disks are measured; a folder that is not there is left out', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'jwxt-disk-'));
  const folders = [
    { name: 'data', title: '数据目录', path: folder },
    { name: 'files', title: '附件目录', path: join(folder, 'none') },
  ];
  const watch = await watchDisks({
    folders,
    logger: collectingLog().logger,
    health: createHealthRegistry('x'),
    metrics: createMetrics(),
  });
  try {
    expect(watch.spaces()).toEqual([expect.objectContaining({ name: 'data', path: folder })]);
    expect(watch.spaces()[0]?.totalBytes).toBeGreaterThan(watch.spaces()[0]?.freeBytes ?? Infinity);
    expect(await readLastBackup(folder)).toBeNull();
    const backup = { at: '2026-11-22T02:30:00.000Z', folder: '/srv/backup/1', bytes: 12 };
    await noteBackup(folder, backup);
    expect(await readLastBackup(folder)).toEqual(backup);
  } finally {
    watch.close();
    await rm(folder, { recursive: true });
  }
});

it('an error of a full disk is known, also as a cause', () => {
  const coded = (code: string): Error => Object.assign(new Error(code), { code });
  for (const code of ['53100', 'ENOSPC', 'EDQUOT'])
    expect(isDiskFull(new Error('outer', { cause: coded(code) }))).toBe(true);
  expect(isDiskFull(coded('53300'))).toBe(false);
});
