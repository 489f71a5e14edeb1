import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { initialPassword, isInitialHash, PASSWORD_BYTES } from '@jwxt/infra/runtime/initial-password.ts';
import { isPassword } from '../kernel/password-hash.ts';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';
import { person } from '../testing/person.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ policies: [] });
  await load('department', [
    { dwh: '101', ywbm: '101', dwmc: '计算机学院', dwlbm: '1', sfjxdw: '1', sfkkdw: '1', pxh: 1 },
  ]);
  await load('role', [
    { jsbh: '01', jsmc: '系统管理员', jslx: 'casual' },
    { jsbh: '02', jsmc: '教务处管理员', jslx: 'teacher' },
    { jsbh: '04', jsmc: '院系审核人', jslx: 'teacher' },
    { jsbh: '06', jsmc: '任课教师', jslx: 'teacher' },
  ]);
  await load('rolePermission', [{ jsbh: '01', qxbh: 'role:updateRoleInfo' }]);
  const account = (userName: string, kind: string) => ({
    userName,
    name: `姓名${userName}`,
    kind,
    password: 'Jwxt@2026',
  });
  await load('userAccount', [account('admin', 'casual'), account('office1', 'teacher'), account('dean1', 'teacher')]);
  await load('userRole', [
    { userName: 'admin', jsbh: '01' },
    { userName: 'office1', jsbh: '02' },
    { userName: 'dean1', jsbh: '04' },
  ]);
});
beforeEach(() => query('delete from gateway.session'));
afterAll(async () => {
  await t.stop();
});

const load = (resource: string, rows: object[]) => t.accept('reference.load', { resource, rows });
const query = async <R extends object>(sql: string, values: unknown[] = []) =>
  (await t.app.services.pool.query<R>(sql, values)).rows;
const day = (offset: number) => new Date(Date.now() + 8 * 3600_000 + offset * 86_400_000).toISOString().slice(0, 10);
const as = (userName: string) => ({ actor: person(userName) });
const details = { name: '来宾', departmentId: '101', mobile: null, email: null, validTo: null };
const create = (userName: string, more: object = {}) =>
  t.send('systemUser.create', { userName, password: 'First@123', ...details, ...more });
const openSession = (userName: string) =>
  query(
    `insert into gateway.session (id_hash, user_name, csrf_secret, created_at, last_seen_at, expires_at)
      values (md5(random()::text), $1, 's', now(), now(), now() + interval '1 hour')`,
    [userName],
  );
const open = async (userName: string) =>
  (await query(`select 1 from gateway.session where user_name = $1 and revoked_at is null`, [userName])).length;
const accountOf = async (userName: string) =>
  (
    await query<{ password_hash: string | null; pwd_must_change: string; sfqy: string; name: string }>(
      'select password_hash, pwd_must_change, sfqy, name from base.user_account where user_name = $1',
      [userName],
    )
  )[0];

describe('passwords of others', () => {
  const reset = (userName: string, actor: string) =>
    t.send('user.setPasswords', { passwords: [{ userName, password: 'Reset@123' }], mustChange: '1' }, as(actor));

  test('PERM-13: a reset ends the sessions, must be changed, and is in no log', async () => {
    await openSession('dean1');
    expect(await reset('dean1', 'office1')).toMatchObject({ result: { changed: 1 } });
    expect(await open('dean1')).toBe(0);
    const account = await accountOf('dean1');
    expect(account?.pwd_must_change).toBe('1');
    expect(await isPassword(String(account?.password_hash), 'Reset@123')).toBe(true);
    expect(JSON.stringify(await query('select * from base.operation_log'))).not.toContain('Reset@123');
    expect(
      await t.send('user.changePassword', { oldPassword: 'Reset@123', newPassword: 'Own@12345' }, as('dean1')),
    ).toMatchObject({ status: 'accepted' });
    expect((await accountOf('dean1'))?.pwd_must_change).toBe('0');
  });

  test('nobody becomes more by it: who holds more is helped by who keeps roles alone', async () => {
    expect(await reset('office1', 'office1')).toMatchObject({ code: 'ACCOUNT_OWN' });
    expect(await reset('admin', 'office1')).toMatchObject({
      code: 'ACCOUNT_NOT_YOURS',
      message: '“姓名admin”的密码只能由系统管理员重置',
    });
    expect(await reset('office1', 'admin')).toMatchObject({ status: 'accepted' });
    await query(`update base.user_account set password_hash = null where user_name = 'dean1'`);
    expect(await reset('dean1', 'admin')).toMatchObject({ code: 'ACCOUNT_SSO' });
  });
});

describe('system users (SYSADMIN-22)', () => {
  test('a casual user is opened with an end, changed with its version, and removed while unused', async () => {
    expect(await create('guest1', { validTo: day(30) })).toMatchObject({ status: 'accepted' });
    expect(await create('guest1')).toMatchObject({
      code: 'ACCOUNT_EXISTS',
      fieldErrors: [{ field: 'userName', message: '账号已存在' }],
    });
    expect(await create('guest2', { departmentId: '999' })).toMatchObject({
      fieldErrors: [{ field: 'departmentId', message: '单位不存在' }],
    });
    expect(await accountOf('guest1')).toMatchObject({ pwd_must_change: '1', sfqy: '1' });
    const [{ version } = { version: '' }] = await query<{ version: string }>(
      `select xmin::text as version from base.user_account where user_name = 'guest1'`,
    );
    const change = () => t.send('systemUser.update', { userName: 'guest1', version, ...details, name: '贵宾' });
    expect(await change()).toMatchObject({ status: 'accepted' });
    expect(await change()).toMatchObject({ code: 'ACCOUNT_CHANGED' });
    await openSession('guest1');
    const remove = () => t.send('systemUser.delete', { keys: ['guest1'], each: false });
    expect(await remove()).toMatchObject({ code: 'ACCOUNT_USED' });
    await query('delete from gateway.session');
    expect(await remove()).toMatchObject({ result: { deleted: 1 } });
    expect(await t.accept('systemUser.delete', { keys: ['dean1', 'admin'], each: true })).toMatchObject({
      deleted: 0,
      kept: [{ message: expect.stringContaining('教师或学生的账号') }, { key: 'admin' }],
    });
  });

  test('stopping signs out, not oneself and never the last administrator; unlocking forgets the failures', async () => {
    await create('guest3');
    await openSession('guest3');
    const set = (userNames: string[], to: string, actor = 'admin') =>
      t.send('systemUser.setStatus', { userNames, to }, as(actor));
    expect(await set(['guest3'], 'stopped')).toMatchObject({ result: { changed: 1 } });
    expect([(await accountOf('guest3'))?.sfqy, await open('guest3')]).toEqual(['0', 0]);
    expect(await set(['guest3'], 'open')).toMatchObject({ result: { changed: 1 } });
    expect(await set(['admin'], 'stopped')).toMatchObject({ code: 'ACCOUNT_OWN' });
    expect(await set(['admin'], 'stopped', 'office1')).toMatchObject({ code: 'ROLE_LAST_ADMINISTRATOR' });
    await query(`insert into gateway.login_failure (user_name, at, client_address) values ('guest3', now(), '1')`);
    await set(['guest3'], 'unlocked');
    expect(await query(`select 1 from gateway.login_failure where user_name = 'guest3'`)).toEqual([]);
  });

  test('syncUserInfo: who has none gets an account and the role of its kind; who has left is stopped', async () => {
    await query(
      `insert into base.teacher (gh, ywbm, xm, xbm, dwh, dqztm, sfrk) values
        ('T1', '1001', '王芳', '2', '101', '11', '1'), ('T2', '1002', '李强', '1', '101', '11', '0'),
        ('T3', '1003', '离职', '1', '101', '11', '1')`,
    );
    const sync = (people: object[]) => t.accept('systemUser.syncUserInfo', { people });
    const drawn = initialPassword(randomBytes(PASSWORD_BYTES));
    expect(
      await sync([
        { userName: '1001', password: drawn },
        { userName: '1002', password: null },
        { userName: '1003', password: 'First@123' },
        { userName: 'nobody', password: 'First@123' },
      ]),
    ).toEqual({ opened: 3, ended: 0, userNames: ['1001', '1002', '1003'] });
    expect(await accountOf('1001')).toMatchObject({ name: '王芳', pwd_must_change: '1' });
    expect(await accountOf('1002')).toMatchObject({ password_hash: null, pwd_must_change: '0' });
    // A drawn password is hashed for less, and no other; its own change ends that (decision 090).
    const isQuick = async (userName: string) => isInitialHash(String((await accountOf(userName))?.password_hash));
    expect([await isQuick('1001'), await isQuick('1003')]).toEqual([true, false]);
    await t.accept('user.changePassword', { oldPassword: drawn, newPassword: 'Mine@2026' }, as('1001'));
    expect(await isQuick('1001')).toBe(false);
    expect(await query(`select user_name, jsbh from base.user_role where jsbh = '06' order by 1`)).toEqual([
      { user_name: '1001', jsbh: '06' },
      { user_name: '1003', jsbh: '06' },
    ]);
    await openSession('1003');
    await query(`update base.teacher set dqztm = '03' where gh = 'T3'`);
    expect(await sync([])).toEqual({ opened: 0, ended: 1, userNames: [] });
    expect([(await accountOf('1003'))?.sfqy, await open('1003')]).toEqual(['0', 0]);
  });
});

test('SYSADMIN-11: the roles of one person are set at once; what stays keeps its days', async () => {
  await query(`update base.role_assignment set to_date = $1 where user_name = 'dean1'`, [day(9)]);
  const set = (jsbhs: string[], actor = 'office1') => t.send('user.setRoles', { userName: 'dean1', jsbhs }, as(actor));
  expect(await set(['04', '06'])).toMatchObject({ result: { added: ['06'], removed: [] } });
  expect(await query(`select jsbh, to_date from base.role_assignment where user_name = 'dean1' order by jsbh`)).toEqual(
    [
      { jsbh: '04', to_date: day(9) },
      { jsbh: '06', to_date: null },
    ],
  );
  expect(await set(['02', '06'])).toMatchObject({ code: 'ROLE_NOT_YOURS' });
  expect(await query(`select 1 from base.user_role where user_name = 'dean1' and jsbh = '04'`)).toHaveLength(1);
  expect(await set(['02'], 'admin')).toMatchObject({ result: { added: ['02'], removed: ['04', '06'] } });
});
