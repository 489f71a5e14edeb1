import { countCache } from '@jwxt/infra/runtime/cache-figures.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReferenceMemory } from '../kernel/reference-memory.ts';
import { createCommandRights } from '../kernel/command-rights.ts';
import { createCandidates } from '../approval/shared/approvers.facts.ts';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';
import { person } from '../testing/person.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ policies: [] });
  await load('role', [
    { jsbh: '01', jsmc: '系统管理员', jslx: 'casual' },
    { jsbh: '02', jsmc: '教务处管理员', jslx: 'teacher' },
    { jsbh: '03', jsmc: '院系教务员', jslx: 'teacher' },
    { jsbh: '04', jsmc: '院系审核人', jslx: 'teacher' },
    { jsbh: '08', jsmc: '学生', jslx: 'student' },
  ]);
  await load('rolePermission', [
    { jsbh: '01', qxbh: 'role:updateRoleInfo' },
    { jsbh: '04', qxbh: 'system:approve' },
    { jsbh: '02', qxbh: 'semester:setCurrent' },
    { jsbh: '02', qxbh: 'gone:query' },
  ]);
  const account = (userName: string, kind: string) => ({
    userName,
    name: `姓名${userName}`,
    kind,
    password: 'Jwxt@2026',
  });
  await load('userAccount', [
    account('admin', 'casual'),
    account('admin2', 'casual'),
    account('office1', 'teacher'),
    account('teacher1', 'teacher'),
    account('teacher2', 'teacher'),
  ]);
  await load('userRole', [
    { userName: 'admin', jsbh: '01' },
    { userName: 'office1', jsbh: '02' },
  ]);
});
afterAll(async () => {
  await t.stop();
});

const load = (resource: string, rows: object[]) => t.accept('reference.load', { resource, rows });
const query = async <R extends object>(sql: string, values: unknown[] = []) =>
  (await t.app.services.pool.query<R>(sql, values)).rows;
const day = (offset: number) => new Date(Date.now() + 8 * 3600_000 + offset * 86_400_000).toISOString().slice(0, 10);
const assign = (jsbh: string, userNames: string[], more: object = {}, actor = 'admin') =>
  t.send('role.assignUsers', { jsbh, userNames, fromDate: null, toDate: null, ...more }, { actor: person(actor) });
const take = (jsbh: string, userNames: string[], actor = 'admin') =>
  t.send('role.removeUsers', { jsbh, userNames }, { actor: person(actor) });
const add = (jsbh: string, more: object = {}) =>
  t.send('role.create', { jsbh, jsmc: `角色${jsbh}`, jslx: '1', jsms: '', copyOf: null, ...more });

describe('roles', () => {
  test('PERM-18, PERM-19: a role is made once; a copy begins with the permissions and scopes of another', async () => {
    await load('roleScope', [{ jsbh: '04', sjqxbh: 'DW', fwz: '$DW' }]);
    expect(await add('k1')).toMatchObject({ status: 'accepted' });
    expect(await add('k1')).toMatchObject({
      code: 'ROLE_EXISTS',
      message: '角色编号已存在',
      fieldErrors: [{ field: 'jsbh', message: '角色编号已存在' }],
    });
    expect(await add('k2', { copyOf: '04' })).toMatchObject({ status: 'accepted' });
    expect(await query(`select qxbh from base.role_permission where jsbh = 'k2'`)).toEqual([
      { qxbh: 'system:approve' },
    ]);
    expect(await query(`select sjqxbh, fwz from base.role_scope where jsbh = 'k2'`)).toEqual([
      { sjqxbh: 'DW', fwz: '$DW' },
    ]);
  });

  test('PERM-20: what somebody else changed meanwhile is not written over; the administrator stays', async () => {
    const [role] = await query<{ version: string }>(`select xmin::text as version from base.role where jsbh = 'k1'`);
    const change = (jsbh: string, version: string, more: object = {}) =>
      t.send('role.update', { jsbh, jsmc: '新名', jsms: '说明', sfqy: '1', version, ...more });
    expect(await change('k1', role!.version)).toMatchObject({ status: 'accepted' });
    expect(await change('k1', role!.version)).toMatchObject({ code: 'ROLE_CHANGED' });
    const [admin] = await query<{ version: string }>(`select xmin::text as version from base.role where jsbh = '01'`);
    expect(await change('01', admin!.version, { sfqy: '0' })).toMatchObject({ code: 'ROLE_NEEDED' });
    expect(
      await query(
        `select before ->> 'jsmc' as before, after ->> 'jsmc' as after from base.operation_log
          where resource = 'role' and operation = 'update'`,
      ),
    ).toEqual([{ before: '角色k1', after: '新名' }]);
  });

  // PERM-21, PERM-22
  test('built-in roles and those that people hold stay, with the number; the others of a batch go', async () => {
    await assign('k2', ['teacher1', 'teacher2']);
    expect(await t.send('role.delete', { keys: ['k2'], each: false })).toMatchObject({
      code: 'ROLE_HELD',
      message: '“角色k2”还有 2 名用户，不能删除；请先移出这些用户，或停用该角色',
    });
    expect(await t.accept('role.delete', { keys: ['01', 'k1', 'k2', 'none'], each: true })).toEqual({
      deleted: 1,
      kept: [
        { key: '01', message: '“系统管理员”是内置角色，不能删除' },
        { key: 'k2', message: expect.stringContaining('2 名用户') },
        { key: 'none', message: '角色不存在，可能已被删除，请刷新列表' },
      ],
    });
    expect(await take('k2', ['teacher1', 'teacher2'])).toMatchObject({ result: { removed: 2 } });
    expect(await t.accept('role.delete', { keys: ['k2'], each: false })).toMatchObject({ deleted: 1 });
  });
});

describe('what a role may do (SYSADMIN-12)', () => {
  const save = async (jsbh: string, qxbhs: string[], version?: string) => {
    const [seen] = await query<{ version: string }>('select base.permission_version($1) as version', [jsbh]);
    return await t.send('role.savePermissions', { jsbh, qxbhs, version: version ?? seen!.version });
  };

  test('PERM-10: codes are added and removed, each with its line in the log; an upgrade brings none back', async () => {
    const [before] = await query<{ version: string }>(`select base.permission_version('02') as version`);
    expect(await save('02', ['semester:archive', 'gone:query'])).toMatchObject({
      result: { added: ['semester:archive'], removed: ['semester:setCurrent'] },
    });
    expect(
      await query(
        `select operation, key from base.operation_log where resource = 'rolePermission' and key like '02/semester%'
          and operation <> 'import' order by id`,
      ),
    ).toEqual([
      { operation: 'grant', key: '02/semester:archive' },
      { operation: 'revoke', key: '02/semester:setCurrent' },
    ]);
    await t.accept('reference.load', {
      resource: 'rolePermission',
      rows: [{ jsbh: '02', qxbh: 'semester:setCurrent' }],
      standard: true,
    });
    expect(await query(`select qxbh from base.role_permission where jsbh = '02' order by qxbh`)).toEqual([
      { qxbh: 'gone:query' },
      { qxbh: 'semester:archive' },
    ]);
    expect(await save('02', [], before!.version)).toMatchObject({ code: 'ROLE_CHANGED' });
  });

  test('a code that there is none of is refused, and the administrator keeps what gives rights back', async () => {
    expect(await save('02', ['no:such'])).toMatchObject({ code: 'PERMISSION_UNKNOWN' });
    expect(await save('01', [])).toMatchObject({ code: 'ROLE_KEEPS', message: expect.stringContaining('角色查询') });
  });

  test('SYSADMIN-14: a code that nothing declares is taken from all roles; a declared one is not', async () => {
    expect(await t.send('permission.delete', { qxbh: 'system:approve' })).toMatchObject({ code: 'PERMISSION_IN_USE' });
    expect(await t.accept('permission.delete', { qxbh: 'gone:query' })).toEqual({ roles: 1 });
    expect(await query(`select 1 from base.role_permission where qxbh = 'gone:query'`)).toEqual([]);
  });
});

describe('who holds a role (PERM-23, PERM-11)', () => {
  test('the kind must fit, nobody serves himself, and only who keeps roles gives all of them', async () => {
    expect(await assign('08', ['teacher1', 'teacher2'])).toMatchObject({
      code: 'ROLE_KIND',
      message: '“学生”是学生角色，不能分配给：姓名teacher1、姓名teacher2',
    });
    expect(await assign('01', ['admin'])).toMatchObject({ code: 'ROLE_OWN' });
    expect(await take('01', ['admin'])).toMatchObject({ code: 'ROLE_LAST_ADMINISTRATOR' });
    expect(await assign('02', ['teacher1'], {}, 'office1')).toMatchObject({
      code: 'ROLE_NOT_YOURS',
      message: '“教务处管理员”只能由系统管理员分配',
    });
    expect(await assign('04', ['teacher1'], {}, 'office1')).toMatchObject({ status: 'accepted' });
    expect(await take('04', ['teacher1'], 'office1')).toMatchObject({ result: { removed: 1 } });
    expect(await assign('04', ['none'])).toMatchObject({ code: 'ACCOUNT_UNKNOWN', message: '账号不存在：none' });
  });

  test('separation of duties: who administers the system holds no business role on the same days', async () => {
    await t.accept('role.create', { jsbh: 'a1', jsmc: '临时', jslx: '3', jsms: '', copyOf: null });
    await query(`update base.role set jslx = 'casual' where jsbh = '03'`);
    expect(await assign('01', ['admin2'], { toDate: day(5) })).toMatchObject({ status: 'accepted' });
    expect(await assign('03', ['admin2'], { fromDate: day(5) })).toMatchObject({
      code: 'ROLE_CLASH',
      message: '职责分离：姓名admin2不能同时担任“系统管理员”和“院系教务员”',
    });
    expect(await assign('03', ['admin2'], { fromDate: day(6) })).toMatchObject({ status: 'accepted' });
    await query(`update base.role set jslx = 'teacher' where jsbh = '03'`);
  });

  test('the last who administers the system keeps the role', async () => {
    await take('03', ['admin2']);
    await query(`update base.user_account set sfqy = '0' where user_name = 'admin2'`);
    await query(`insert into base.role_permission (jsbh, qxbh) values ('02', 'role:updateRoleInfo')`);
    expect(await take('01', ['admin'], 'office1')).toMatchObject({ code: 'ROLE_LAST_ADMINISTRATOR' });
    await query(`delete from base.role_permission where (jsbh, qxbh) = ('02', 'role:updateRoleInfo')`);
  });

  test.each([
    ['begins today', { fromDate: day(0) }, true],
    ['ends today', { toDate: day(0) }, true],
    ['begins tomorrow', { fromDate: day(1) }, false],
    ['has ended', { fromDate: day(-9), toDate: day(-1) }, false],
  ])('a role that %s: rights, approvers and audiences agree', async (_when, dates, holds) => {
    const { pool } = t.app.services;
    await query(`delete from base.role_scope where jsbh = '04'`);
    await t.accept('role.assignUsers', { jsbh: '04', userNames: ['teacher2'], fromDate: null, toDate: null, ...dates });
    const remembersNothing: ReferenceMemory = {
      recall: (_key, load) => load(),
      forget: () => undefined,
      cache: { figures: () => countCache().figures(0), clear: () => undefined },
      close: () => Promise.resolve(),
    };
    const rights = await createCommandRights(pool, remembersNothing)('application.decide', {
      actor: person('teacher2'),
      permission: 'system:approve',
    });
    const candidate = await createCandidates(pool)('teacher2', { roleCode: '04', scopeUnit: '*' });
    const [audience] = await query<{ roles: string[] }>(
      `select roles from base.audience_person where user_name = 'teacher2'`,
    );
    expect({ rights: rights === null, candidate, audience: audience?.roles.includes('04') }).toEqual({
      rights: holds,
      candidate: holds,
      audience: holds,
    });
  });

  test('a role that is stopped and an account that is over give nothing', async () => {
    const held = () => query(`select jsbh from base.user_role where user_name = 'teacher2'`);
    await t.accept('role.assignUsers', { jsbh: '04', userNames: ['teacher2'], fromDate: null, toDate: null });
    expect(await held()).toEqual([{ jsbh: '04' }]);
    await query(`update base.role set sfqy = '0' where jsbh = '04'`);
    expect(await held()).toEqual([]);
    expect(await assign('04', ['teacher1'])).toMatchObject({ code: 'ROLE_STOPPED' });
    await query(`update base.role set sfqy = '1' where jsbh = '04'`);
    await query(`update base.user_account set valid_to = $1 where user_name = 'teacher2'`, [day(-1)]);
    expect(await held()).toEqual([]);
  });
});
