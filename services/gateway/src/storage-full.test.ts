import { monitorQuery } from '@jwxt/contracts/system/monitor.operations.ts';
import type { DiskSpace } from '@jwxt/infra/runtime/disk-watch.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSchool, type School } from './testing/school.ts';

const text = '服务器磁盘空间不足，暂时不能保存，您的内容尚未提交，请联系管理员';
const data: DiskSpace = {
  name: 'data',
  title: '数据目录',
  path: '/srv/jwxt/data',
  freeBytes: 90 * 1024 ** 3,
  totalBytes: 100 * 1024 ** 3,
  state: 'ample',
};
let school: School;
let spaces: DiskSpace[] = [data];
beforeAll(async () => {
  school = await startSchool({
    disks: { spaces: () => spaces, full: () => spaces.some(({ state }) => state === 'full'), close: () => undefined },
  });
});
afterAll(() => school.stop());

it('the page of the running state shows the disks, and that no backup is known', async () => {
  const admin = await school.browser('admin');
  spaces = [{ ...data, freeBytes: 5, state: 'low' }];
  const answer = await admin.get(monitorQuery, {});
  expect(answer).toMatchObject({
    disks: [{ name: 'data', path: '/srv/jwxt/data', freeBytes: 5, state: 'low', stateName: '不多' }],
    lastBackup: null,
  });
  spaces = [data];
});

it('signing in on a full disk says what is wrong, with a code; so does an engine gone because of it', async () => {
  // What PostgreSQL answers when it cannot extend a file.
  await school.pool.query(`
    create function gateway.full_disk() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file: No space left on device' using errcode = '53100';
    end $$;
    create trigger full_disk before insert on gateway.session for each row execute function gateway.full_disk()`);
  const browser = await school.browser();
  expect(await browser.login('admin')).toMatchObject({ status: 503, code: 'STORAGE_FULL', message: text });
  await school.pool.query('drop trigger full_disk on gateway.session');

  await school.pool.query(`
    create or replace function gateway.full_disk() returns trigger language plpgsql as $$ begin
      raise exception 'terminating connection' using errcode = '57P01';
    end $$;
    create trigger full_disk before insert on gateway.session for each row execute function gateway.full_disk()`);
  expect((await browser.login('admin')).code).toBe('SERVICE_UNAVAILABLE');
  spaces = [{ ...data, freeBytes: 5, state: 'full' }];
  expect((await browser.login('admin')).code).toBe('STORAGE_FULL');
  spaces = [data];
  await school.pool.query('drop trigger full_disk on gateway.session');
});
