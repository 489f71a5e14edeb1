import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';

let t: TestApp;
let full = false;
beforeAll(async () => {
  t = await startTestApp({ policies: [], disks: { spaces: () => [], full: () => full, close: () => undefined } });
});
afterAll(() => t.stop());

const department = (dwh: string) => ({
  resource: 'department',
  rows: [{ dwh, dwmc: '测试学院', dwjc: '测试', sfqy: '1' }],
});

test('on a full disk no command is begun, and what the database says of it is told in words', async () => {
  full = true;
  expect(await t.send('reference.load', department('90'))).toMatchObject({
    status: 'refused',
    code: 'STORAGE_FULL',
    message: '服务器磁盘空间不足，暂时不能保存，您的内容尚未提交，请联系管理员',
  });
  full = false;
  await t.app.services.pool.query(`
    create function base.full_disk() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file' using errcode = '53100';
    end $$;
    create trigger full_disk before insert on base.applied_command for each row execute function base.full_disk()`);
  expect(await t.send('reference.load', department('90'))).toMatchObject({ code: 'STORAGE_FULL' });
  await t.app.services.pool.query('drop trigger full_disk on base.applied_command');
  expect((await t.app.services.pool.query('select from base.department')).rowCount).toBe(0);
});

test('what was accepted before the disk was full is answered as it was', async () => {
  const sex = (mc: string) => ({ resource: 'dataDict', rows: [{ dmlb: 'XTGL_XB', dm: '1', mc, pxh: 0, sfqy: '1' }] });
  const commandId = randomUUID();
  const result = await t.accept('reference.load', sex('男'), { commandId });
  full = true;
  expect(await t.send('reference.load', sex('男'), { commandId })).toMatchObject({ status: 'accepted', result });
  expect(await t.send('reference.load', sex('男性'))).toMatchObject({ code: 'STORAGE_FULL' });
  full = false;
});
