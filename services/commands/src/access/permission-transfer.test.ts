import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';
import { person } from '../testing/person.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ policies: [] });
  await load('role', [{ jsbh: 'k1', jsmc: '教务员', jslx: 'casual' }]);
  await load('rolePermission', [{ jsbh: 'k1', qxbh: 'campus:create' }]);
  const account = (userName: string) => ({ userName, name: `姓名${userName}`, kind: 'casual', password: 'Jwxt@2026' });
  await load('userAccount', [account('clerk'), account('colleague')]);
  await load('userRole', [{ userName: 'clerk', jsbh: 'k1' }]);
});
afterAll(() => t.stop());

const load = (resource: string, rows: object[]) => t.accept('reference.load', { resource, rows });
const inDays = (days: number): string =>
  new Date(Date.now() + (days * 24 + 8) * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
const create = (xqdm: string, more: object = {}) =>
  t.sendForPerson(
    'campus.create',
    { values: { xqdm, xqmc: `校区${xqdm}`, yzbm: null, pxh: 1, sfqy: '1' } },
    { actor: person('colleague'), permission: 'campus:create', ...more },
  );
const forClerk = { onBehalfOf: { userName: 'clerk', name: '姓名clerk' } };

// SYSADMIN-18: a gateway is not believed that somebody acts for somebody else.
test('a command is done for somebody else only while he has handed on just that, and is logged as his', async () => {
  expect(await create('A')).toMatchObject({ code: 'FORBIDDEN' });
  expect(await create('A', forClerk)).toMatchObject({ code: 'FORBIDDEN' });
  const { authId } = await t.accept<{ authId: string }>(
    'permissionTransfer.create',
    {
      toUser: 'colleague',
      permissions: ['campus:create'],
      units: [],
      beginTime: inDays(-1),
      endTime: inDays(3),
      reason: '休假',
    },
    { actor: person('clerk') },
  );
  expect(await create('A', forClerk)).toMatchObject({ status: 'accepted' });
  expect(await create('B')).toMatchObject({ code: 'FORBIDDEN' });
  expect(await create('B', { onBehalfOf: { userName: 'admin', name: '管理员' } })).toMatchObject({ code: 'FORBIDDEN' });
  const { rows } = await t.app.services.pool.query(
    `select user_name, acted_for from base.operation_log where resource = 'campus'`,
  );
  expect(rows).toEqual([{ user_name: 'colleague', acted_for: '姓名clerk（clerk）' }]);
  await t.accept('permissionTransfer.revoke', { authId, reason: '已返校' }, { actor: person('clerk') });
  expect(await create('C', forClerk)).toMatchObject({ code: 'FORBIDDEN' });
});
