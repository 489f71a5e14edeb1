import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createSystemUser,
  deleteSystemUser,
  deleteSystemUsers,
  exportSystemUsers,
  printPasswordSlips,
  querySystemUsers,
  queryUsers,
  resetSystemUsers,
  resetUserPasswords,
  setSystemUserStatus,
  setUserPassword,
  setUserRoles,
  syncUserInfo,
  systemUserDetail,
  updateSystemUser,
} from '@jwxt/contracts/access/account.operations.ts';
import { queryRoles } from '@jwxt/contracts/access/role.operations.ts';
import { encodePassword } from '@jwxt/contracts/kernel/transport.ts';
import { changePasswordOperation, currentUser } from '@jwxt/contracts/session/session.operations.ts';
import type { Browser } from '../testing/browser.ts';
import { pdfTexts } from '../testing/pdf-text.ts';
import { startSchool, type School } from '../testing/school.ts';

let school: School;
let admin: Browser;
let office: Browser;
beforeAll(async () => {
  school = await startSchool({ services: true });
  admin = await school.browser('admin');
  office = await school.browser('office1');
});
afterAll(() => school.stop());

const commandId = (): string => crypto.randomUUID();
const page = { pageNo: 1, pageSize: 100 };

describe('users (SYSADMIN-11)', () => {
  // PERM-12, PERM-13
  it('are found by account, name, kind, number, unit, role and status', async () => {
    const find = async (filter: object) =>
      (await office.get(queryUsers, { ...page, ...filter })).rows.map(({ userName }) => userName);
    expect(await find({ name: '院长', userType: '1', departmentId: '101' })).toEqual(['dean1', 'dean1b']);
    expect(await find({ businessCode: 'T08' })).toEqual(['teacher2']);
    expect(await find({ jsbh: '07' })).toEqual(['auditor1']);
    expect(await find({ accountStatus: '0' })).toEqual([]);
    expect((await office.get(queryUsers, { ...page, userName: 'office1' })).rows).toMatchObject([
      {
        name: '钱办公',
        userTypeName: '教师',
        roleNames: ['教务处管理员'],
        accountStatusName: '正常',
        lastLoginTime: expect.any(String),
      },
    ]);
  });

  // PERM-01
  it('get roles; the office only those of units, and nobody his own', async () => {
    const set = (browser: Browser, userName: string, jsbhs: string[]) =>
      browser.call(setUserRoles, { commandId: commandId(), userName, jsbhs });
    expect(await set(office, 'teacher1b', ['04', '06'])).toMatchObject({ data: { added: ['04'], removed: [] } });
    expect(await set(office, 'teacher1b', ['02'])).toMatchObject({ code: 'ROLE_NOT_YOURS' });
    expect(await set(admin, 'admin', ['01', '07'])).toMatchObject({ code: 'ROLE_OWN' });
    expect(await set(office, 'teacher1b', ['06'])).toMatchObject({ data: { removed: ['04'] } });
  });

  // ERRORS-11
  it('a reset password is shown once, ends the sessions, and has to be changed before anything else', async () => {
    const before = await school.browser('dean2');
    const sent = { commandId: commandId(), userNames: ['dean2'] };
    const answer = await office.call(resetUserPasswords, sent);
    expect(answer).toMatchObject({ message: '重置成功', data: { passwords: [{ userName: 'dean2', name: '周院长' }] } });
    const password = answer.data.passwords[0]!.password;
    expect((await office.get(resetUserPasswords, sent)).passwords[0]?.password).toBe(password);
    // Told to the gateway by the database, some milliseconds after the answer.
    await expect.poll(async () => (await before.call(currentUser, {})).status).toBe(401);

    const dean = await school.browser();
    expect(await dean.login('dean2')).toMatchObject({ code: 'LOGIN_FAILED' });
    const captcha = await school.pool.query('delete from gateway.login_failure');
    expect(captcha.rowCount).toBe(1);
    expect(await dean.login('dean2', password)).toMatchObject({ code: '200', data: { pwdMustChange: '1' } });
    expect(await dean.get(currentUser, {})).toMatchObject({ pwdMustChange: '1' });
    expect(await dean.call(queryRoles, page)).toMatchObject({
      status: 403,
      code: 'PASSWORD_MUST_CHANGE',
      message: '您正在使用初始密码，请先修改密码',
    });
    const token = encodePassword('Mine@2026');
    await dean.get(changePasswordOperation, {
      commandId: commandId(),
      oldToken: encodePassword(password),
      newToken: token,
      confirmToken: token,
    });
    expect(await dean.login('dean2', 'Mine@2026')).toMatchObject({ data: { pwdMustChange: '0' } });
  });

  it('SESSION-33, SESSION-37: a chosen password keeps to the rules; not for those who hold more', async () => {
    const set = (userName: string, newPassword: string, again = newPassword) =>
      office.call(setUserPassword, {
        commandId: commandId(),
        userName,
        newToken: encodePassword(newPassword),
        confirmToken: encodePassword(again),
      });
    expect(await set('clerk2', 'short')).toMatchObject({
      fieldErrors: [{ field: 'newToken', message: '必须包含一个大写，一个小写字母，且长度为6到16位' }],
    });
    expect(await set('clerk2', 'Chosen@1', 'Chosen@2')).toMatchObject({
      fieldErrors: [{ field: 'confirmToken', message: '新密码输入不一致，请重新输入' }],
    });
    expect(await set('admin', 'Chosen@1')).toMatchObject({ code: 'ACCOUNT_NOT_YOURS' });
    expect(await set('clerk2', 'Chosen@1')).toMatchObject({ code: '200' });
    expect(await (await school.browser()).login('clerk2', 'Chosen@1')).toMatchObject({ code: '200' });
  });
});

describe('system users (SYSADMIN-22)', () => {
  it('a casual user is made with an end, looked at, changed, stopped, exported and removed', async () => {
    const make = { userName: 'guest', name: '督导专家', departmentId: '101', mobile: '13800000000' };
    // PICKERS-075
    expect(
      await admin.call(createSystemUser, { commandId: commandId(), ...make, mobile: '12800000000' }),
    ).toMatchObject({ fieldErrors: [{ field: 'mobile', message: '手机号码格式有误' }] });
    const issued = await admin.get(createSystemUser, { commandId: commandId(), ...make, validTo: '2099-12-31' });
    expect(issued).toMatchObject({ userName: 'guest', name: '督导专家', departmentName: '计算机学院' });
    expect(await (await school.browser()).login('guest', issued.password)).toMatchObject({
      data: { pwdMustChange: '1' },
    });
    const detail = await admin.get(systemUserDetail, { userName: 'guest' });
    expect(detail).toMatchObject({ mobile: '13800000000', validTo: '2099-12-31', departmentId: '101', failCount: 0 });
    const change = { name: '督导', version: detail.version, userName: 'guest', validTo: '2020-01-01' };
    expect(await admin.get(updateSystemUser, { commandId: commandId(), ...change })).toEqual({ userName: 'guest' });
    expect((await admin.get(querySystemUsers, { ...page, userName: 'guest' })).rows).toMatchObject([
      { accountStatusName: '停用', validTo: '2020-01-01' },
    ]);
    expect(await (await school.browser()).login('guest', issued.password)).toMatchObject({ code: 'LOGIN_FAILED' });
    expect(await admin.call(deleteSystemUser, { commandId: commandId(), userName: 'guest' })).toMatchObject({
      code: 'ACCOUNT_USED',
    });
    expect(await admin.get(deleteSystemUsers, { commandId: commandId(), keyList: ['guest', 'dean1'] })).toMatchObject({
      deleted: 0,
      kept: [{ key: 'guest' }, { key: 'dean1' }],
    });
    const set = { commandId: commandId(), userNames: ['guest'], to: 'stopped' as const };
    expect(await admin.get(setSystemUserStatus, set)).toEqual({ changed: 1 });
    expect((await admin.call(exportSystemUsers, {})).bytes.subarray(0, 2).toString()).toBe('PK');
    expect(
      (await admin.get(resetSystemUsers, { commandId: commandId(), userNames: ['guest'] })).passwords,
    ).toHaveLength(1);
  });

  it('locked by wrong passwords is seen and ended', async () => {
    await school.pool.query(
      `insert into gateway.login_failure (user_name, at, client_address)
        select 'teacher1', now(), '10.0.0.9' from generate_series(1, 5)`,
    );
    const status = async () =>
      (await admin.get(querySystemUsers, { ...page, userName: 'teacher1', name: '王' })).rows[0]?.accountStatusName;
    expect(await status()).toBe('锁定');
    await admin.get(setSystemUserStatus, { commandId: commandId(), userNames: ['teacher1'], to: 'unlocked' });
    expect(await status()).toBe('正常');
  });

  it('syncUserInfo opens accounts for those who have none, with passwords that are printed on slips', async () => {
    const id = commandId();
    const synced = await admin.get(syncUserInfo, { commandId: id, passwords: '1' });
    expect(synced.opened).toBeGreaterThan(0);
    expect(synced.passwords).toHaveLength(synced.opened);
    expect(synced.remaining).toBe(0);
    const [first] = synced.passwords;
    expect(await (await school.browser()).login(first!.userName, first!.password)).toMatchObject({ code: '200' });
    // An answer that was lost is told again under the same id, though nobody is without by now.
    expect(await admin.get(syncUserInfo, { commandId: id, passwords: '1' })).toEqual(synced);
    expect(await admin.get(syncUserInfo, { commandId: commandId(), passwords: '0' })).toMatchObject({ opened: 0 });
    const paper = await admin.call(printPasswordSlips, { slips: synced.passwords });
    const text = pdfTexts(paper.bytes).flat().join('');
    for (const { userName, password } of synced.passwords) {
      expect(text).toContain(userName);
      expect(text).toContain(password);
    }
  });
});

it('who is narrowed to a unit neither sees nor touches accounts of others', async () => {
  await school.pool.query(
    `insert into base.role_permission (jsbh, qxbh)
      select '03', unnest(array['user:query', 'user:setRoles', 'user:updateUserDefaultPassword'])`,
  );
  const clerk = await school.browser('clerk1');
  const seen = (await clerk.get(queryUsers, page)).rows;
  expect(new Set(seen.map(({ departmentName }) => departmentName))).toEqual(new Set(['计算机学院', '软件系']));
  expect(await clerk.call(resetUserPasswords, { commandId: commandId(), userNames: ['teacher2'] })).toMatchObject({
    code: 'ACCOUNT_UNKNOWN',
  });
  expect(await clerk.call(setUserRoles, { commandId: commandId(), userName: 'teacher2', jsbhs: ['04'] })).toMatchObject(
    { code: 'ACCOUNT_UNKNOWN' },
  );
});
