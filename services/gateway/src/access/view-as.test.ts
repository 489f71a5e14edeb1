import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '@jwxt/contracts/all-areas.ts';
import { queryUsers } from '@jwxt/contracts/access/account.operations.ts';
import { stopViewAs, viewAs } from '@jwxt/contracts/access/view-as.operations.ts';
import { queryExamSets } from '@jwxt/contracts/exam-set/exam-set.operations.ts';
import { isBeyondLooking } from '@jwxt/contracts/kernel/operation.ts';
import { messagesAllRead } from '@jwxt/contracts/notice/system-message.operations.ts';
import { issueTempLogin, mySessions, queryOnlineUsers } from '@jwxt/contracts/session/open-session.operations.ts';
import { currentUser, logout } from '@jwxt/contracts/session/session.operations.ts';
import type { Browser } from '../testing/browser.ts';
import { SEMESTER } from '../testing/school.data.ts';
import { startSchool, type School } from '../testing/school.ts';

let school: School;
beforeAll(async () => {
  school = await startSchool({ services: true, settings: { rateLimits: { perCaller: 3_000, signIns: 1_000 } } });
});
afterAll(() => school.stop());

const id = (): string => crypto.randomUUID();
const minuteMs = 60_000;
const asked = (userName: string) => ({ commandId: id(), userName, reason: '来电说看不到教学班' });
/** An administrator who looks with somebody's eyes, in a page that was opened since. */
async function looking(userName: string): Promise<Browser> {
  const admin = await school.browser('admin');
  await admin.get(viewAs, asked(userName));
  await admin.get(currentUser, {});
  return admin;
}
const who = async (browser: Browser) => (await browser.get(currentUser, {})).userName;
const logged = async (userName: string) =>
  (
    await school.pool.query<{ operation: string; user_name: string; before: object; after: object }>(
      `select operation, user_name, before, after from base.operation_log
        where operation in ('viewAs', 'endViewAs') and key = $1 order by id`,
      [userName],
    )
  ).rows;
const openViews = async () => (await school.pool.query('select from gateway.viewing')).rowCount;

describe('looking with the eyes of somebody', () => {
  it('shows their name, permissions and rows; afterwards one is oneself again', async () => {
    const [admin, clerk] = [await school.browser('admin'), await school.browser('clerk1')];
    expect(await admin.get(viewAs, asked('clerk1'))).toMatchObject({ name: '孙教务' });
    // A page from before does not do as the clerk what it meant to do as the administrator.
    expect(await admin.call(queryUsers, { pageNo: 1, pageSize: 10 })).toMatchObject({ code: 'CSRF_REFUSED' });
    const [seen, own] = [await admin.get(currentUser, {}), await clerk.get(currentUser, {})];
    const { csrfSecret: _seen, serverTime: _at, viewAs: viewer, ...same } = seen;
    expect(viewer).toMatchObject({ viewer: 'admin', viewerName: '管理员' });
    expect(own).toMatchObject(same);
    const classes = { semesterId: SEMESTER, pageNo: 1, pageSize: 100 };
    const rowsOf = async (browser: Browser) => ({ ...(await browser.get(queryExamSets, classes)), serverTime: null });
    expect(await rowsOf(admin)).toEqual(await rowsOf(clerk));
    expect(await admin.call(queryUsers, { pageNo: 1, pageSize: 10 })).toMatchObject({ code: 'FORBIDDEN' });

    await admin.get(stopViewAs, { commandId: id() });
    expect(await admin.call(queryExamSets, classes)).toMatchObject({ code: 'CSRF_REFUSED' });
    expect(await admin.get(currentUser, {})).toMatchObject({ userName: 'admin', viewAs: null });
    expect((await admin.get(queryUsers, { pageNo: 1, pageSize: 10 })).total).toBeGreaterThan(5);
    expect(await logged('clerk1')).toMatchObject([
      { operation: 'viewAs', user_name: 'admin', after: { viewedBy: 'admin', reason: '来电说看不到教学班' } },
      { operation: 'endViewAs', user_name: 'admin', before: { viewedBy: 'admin' }, after: { because: '结束查看' } },
    ]);
  });

  it('only looks: all that a temporary link is refused is refused, and nothing is marked read', async () => {
    const admin = await looking('teacher2');
    const beyond = operations.filter(isBeyondLooking);
    expect(beyond.length).toBeGreaterThan(100);
    for (const operation of beyond) {
      const input = Object.fromEntries([...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 'x']));
      expect(await admin.call(operation, input), operation.id).toMatchObject({
        status: 403,
        code: 'VIEW_AS_LOOKS',
        message: '您正以他人身份查看，只能查看不能操作',
      });
    }
    expect(await admin.get(messagesAllRead, { commandId: id() })).toEqual({ marked: 0 });
    await admin.get(stopViewAs, { commandId: id() });
  });

  it('is no session and no sign-in of theirs', async () => {
    const mine = await school.browser('teacher1');
    const keeper = await school.browser('admin');
    const lastLogin = async () =>
      (await keeper.get(queryUsers, { userName: 'teacher1', pageNo: 1, pageSize: 10 })).rows[0]!.lastLoginTime;
    const [sessions, before] = [await mine.get(mySessions, {}), await lastLogin()];
    const admin = await looking('teacher1');
    expect(await who(mine)).toBe('teacher1');
    expect((await mine.get(mySessions, {})).list.map(({ sessionId }) => sessionId)).toEqual(
      sessions.list.map(({ sessionId }) => sessionId),
    );
    expect(await lastLogin()).toBe(before);
    expect((await keeper.get(queryOnlineUsers, { loginWay: '5' })).total).toBe(0);
    await admin.get(stopViewAs, { commandId: id() });
    expect(await who(mine)).toBe('teacher1');
  });

  it('is refused for oneself, administrators, who is switched off or nobody, and without a reason', async () => {
    await school.pool.query(`update base.user_account set sfqy = '0' where user_name = 'clerk2'`);
    await school.pool.query(`insert into base.user_role (user_name, jsbh) values ('auditor1', '01')`);
    const admin = await school.browser('admin');
    const refused = { status: 409, code: 'VIEW_AS_REFUSED' };
    const message = (name: string, why: string) => `不能以“${name}”的身份查看：${why}`;
    expect(await admin.call(viewAs, asked('admin'))).toMatchObject({
      ...refused,
      message: message('管理员', '这是您自己的账号'),
    });
    expect(await admin.call(viewAs, asked('auditor1'))).toMatchObject({
      ...refused,
      message: message('冯审计', '对方是系统管理员'),
    });
    expect(await admin.call(viewAs, asked('clerk2'))).toMatchObject({
      ...refused,
      message: message('何教务', '账号已停用'),
    });
    expect(await admin.call(viewAs, asked('none'))).toMatchObject({ status: 404, code: 'ACCOUNT_UNKNOWN' });
    expect(await admin.call(viewAs, { ...asked('dean1'), reason: ' ' })).toMatchObject({
      status: 400,
      fieldErrors: [{ field: 'reason', message: '请输入查看原因' }],
    });
    const office = await school.browser('office1');
    expect(await office.call(viewAs, asked('dean1'))).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(await openViews()).toBe(0);
    await school.pool.query(`delete from base.user_role where user_name = 'auditor1' and jsbh = '01'`);
    await school.pool.query(`update base.user_account set sfqy = '1' where user_name = 'clerk2'`);
  });

  it('is not begun twice, neither by who looks already nor by somebody from a temporary link', async () => {
    const admin = await looking('dean1');
    expect(await admin.call(viewAs, asked('dean2'))).toMatchObject({ status: 403, code: 'VIEW_AS_LOOKS' });
    expect(await who(admin)).toBe('dean1');
    await admin.get(stopViewAs, { commandId: id() });
    const issuer = await school.browser('admin');
    const { path } = await issuer.get(issueTempLogin, { commandId: id(), userName: 'dean1', reason: '核实' });
    const guest = await school.browser();
    await guest.loginByLink(new URL(path, 'http://x').searchParams.get('token') ?? '');
    expect(await guest.call(viewAs, asked('dean2'))).toMatchObject({ code: 'TEMP_LOGIN_LOOKS' });
    expect(await guest.get(stopViewAs, { commandId: id() })).toEqual({});
  });

  it('sees the accounts of the own scope alone', async () => {
    await school.pool.query(`insert into base.role_scope (jsbh, qxbh, sjqxbh, fwz) values ('01', '*', 'DW', '101')`);
    const admin = await school.browser('admin');
    await expect.poll(() => admin.call(viewAs, asked('dean2'))).toMatchObject({ status: 404, code: 'ACCOUNT_UNKNOWN' });
    await school.pool.query(`delete from base.role_scope where jsbh = '01' and qxbh = '*' and fwz = '101'`);
  });
});

describe('it is over', () => {
  it('with the session, at its time, at once when the right is taken away; all written down by itself', async () => {
    const signedOut = await looking('dean1');
    const kept = signedOut.cookieHeader;
    await signedOut.get(logout, {});
    expect(await signedOut.call(currentUser, {}, { headers: { cookie: kept } })).toMatchObject({ code: '53000010' });
    await looking('teacher1b');
    await school.pool.query(`update gateway.viewing set expires_at = now() where user_name = 'teacher1b'`);
    const withoutRight = await looking('dean2');
    await school.pool.query(`delete from base.role_permission where jsbh = '01' and qxbh = 'user:viewAs'`);
    await expect.poll(() => who(withoutRight)).toBe('admin');
    await expect.poll(openViews).toBe(0);
    for (const [userName, because] of [
      ['dean1', '查看人的登录已结束'],
      ['teacher1b', '时间已到'],
      ['dean2', '查看人已没有此权限'],
    ] as const)
      expect((await logged(userName)).at(-1)).toMatchObject({
        operation: 'endViewAs',
        user_name: 'system',
        before: { viewedBy: 'admin' },
        after: { because },
      });
    await school.pool.query(`insert into base.role_permission (jsbh, qxbh) values ('01', 'user:viewAs')`);
  });

  it('at once when the person becomes an administrator', async () => {
    const admin = await school.browser('admin');
    await expect.poll(() => admin.call(viewAs, asked('dean2'))).toMatchObject({ code: '200' });
    expect(await who(admin)).toBe('dean2');
    await school.pool.query(`insert into base.user_role (user_name, jsbh) values ('dean2', '01')`);
    await expect.poll(() => who(admin)).toBe('admin');
    await school.pool.query(`delete from base.user_role where user_name = 'dean2' and jsbh = '01'`);
  });

  it('when either account is switched off', async () => {
    const admin = await looking('registrar1');
    await school.pool.query(`update base.user_account set sfqy = '0' where user_name = 'registrar1'`);
    await expect.poll(() => who(admin)).toBe('admin');
    await school.pool.query(`update base.user_account set sfqy = '1' where user_name = 'registrar1'`);
    const other = await looking('registrar1');
    await school.pool.query(`update base.user_account set sfqy = '0' where user_name = 'admin'`);
    await expect.poll(() => other.call(currentUser, {})).toMatchObject({ code: '53000012' });
    await school.pool.query(`update base.user_account set sfqy = '1' where user_name = 'admin'`);
  });

  // Last: the gateway's clock does not go back.
  it('after half an hour, however busy', async () => {
    const admin = await looking('teacher2');
    const { viewAs: seen } = await admin.get(currentUser, {});
    expect(seen?.until).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    school.advanceClock(15 * minuteMs);
    expect(await who(admin)).toBe('teacher2');
    school.advanceClock(16 * minuteMs);
    expect(await who(admin)).toBe('admin');
  });
});
