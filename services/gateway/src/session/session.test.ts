import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  csrfToken,
  encodePassword,
  PUBLIC_CSRF_KEY,
  SESSION_COOKIE,
  USER_COOKIE,
} from '@jwxt/contracts/kernel/transport.ts';
import { entryClasses, semesters } from '@jwxt/contracts/score/score-entry.operations.ts';
import { captcha, currentUser, login, logout } from '@jwxt/contracts/session/session.operations.ts';
import { startSchool, type School } from '../testing/school.ts';
import { PASSWORD } from '../testing/school.data.ts';
import { LOCK_AFTER } from './login-guard.ts';

let school: School;
beforeAll(async () => {
  school = await startSchool();
});
afterAll(() => school.stop());

describe('signing in', () => {
  // LOGIN-33, LOGIN-34, SESSION-12
  it('the encoded password opens a session, told in a readable and an unreadable cookie', async () => {
    const browser = await school.browser();
    const answer = await browser.login('dean1');
    expect(answer).toMatchObject({
      status: 200,
      code: '200',
      data: {
        userName: 'dean1',
        name: '李院长',
        roleNames: ['院系审核人'],
        departmentName: '计算机学院',
        semester: '2026-2027-1',
      },
    });
    const set = answer.headers['set-cookie'] as string[];
    expect(set.find((cookie) => cookie.startsWith(SESSION_COOKIE))).toMatch(/HttpOnly; SameSite=Lax/);
    const user = set.find((cookie) => cookie.startsWith(`${USER_COOKIE}=`)) ?? '';
    expect(user).not.toMatch(/HttpOnly/);
    const value: unknown = JSON.parse(decodeURIComponent(user.slice(USER_COOKIE.length + 1, user.indexOf(';'))));
    expect(value).toEqual({
      userName: 'dean1',
      name: '李院长',
      roleNames: ['院系审核人'],
      semester: '2026-2027-1',
      sso: '0',
    });
    expect(await browser.get(currentUser, {})).toMatchObject({ userName: 'dean1', week: 9 });
  });

  it('keeps neither the session cookie nor the password where somebody could read them', async () => {
    const browser = await school.browser('dean1');
    const cookie = browser.cookies.get(SESSION_COOKIE) ?? '';
    const { rows } = await school.pool.query<{ text: string }>('select session::text as text from gateway.session');
    expect(rows.length).toBeGreaterThan(0);
    for (const { text } of rows) expect(text).not.toContain(cookie);
    for (const secret of [cookie, PASSWORD, encodePassword(PASSWORD), '李院长'])
      expect(school.logged).not.toContain(secret);
  });

  // LOGIN-40, LOGIN-41
  it('a wrong password and an unknown account are answered alike; then a captcha is due, read once', async () => {
    const browser = await school.browser();
    const [wrong, unknown] = [await browser.login('registrar1', 'wrong'), await browser.login('who', 'wrong')];
    expect(wrong).toMatchObject({ status: 400, code: 'LOGIN_FAILED', message: '账号或密码错误！' });
    expect({ ...unknown, traceId: '', headers: {}, bytes: null }).toEqual({
      ...wrong,
      traceId: '',
      headers: {},
      bytes: null,
    });
    expect(await browser.login('registrar1')).toMatchObject({ status: 400, code: 'CAPTCHA_WRONG' });
    const uuid = 'captcha-0001';
    const { image } = await browser.get(captcha, { uuid });
    expect(image).toMatch(/^data:image\/png;base64,iVBORw0KGgo/);
    expect(await browser.login('registrar1', PASSWORD, { uuid, vrifyCode: '????' })).toMatchObject({
      code: 'CAPTCHA_WRONG',
    });
    // That picture is used up, whatever its letters were.
    await school.pool.query('delete from gateway.captcha');
    expect(await browser.login('registrar1', PASSWORD, { uuid, vrifyCode: 'abcd' })).toMatchObject({
      code: 'CAPTCHA_WRONG',
    });
  });

  it('LOGIN-32: a rightly read picture lets a person in again, and forgets the failures', async () => {
    const browser = await school.browser();
    await browser.login('office1', 'wrong');
    const uuid = 'captcha-0002';
    await browser.get(captcha, { uuid });
    const { createHash } = await import('node:crypto');
    await school.pool.query('update gateway.captcha set answer_hash = $2 where uuid = $1', [
      uuid,
      createHash('sha256').update(`${uuid}:ab3d`).digest('hex'),
    ]);
    expect(await browser.login('office1', PASSWORD, { uuid, vrifyCode: ' AB3d ' })).toMatchObject({ code: '200' });
    expect(await browser.login('office1')).toMatchObject({ code: '200' });
  });

  it('locks an account after several failures from here, whatever is typed then, and opens it by itself', async () => {
    const browser = await school.browser();
    await school.pool.query(
      `insert into gateway.login_failure (user_name, at, client_address) select $1, now(), '127.0.0.1'
        from generate_series(1, $2::int)`,
      ['clerk1', LOCK_AFTER],
    );
    const locked = await browser.login('clerk1');
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(800);
    expect(locked).toMatchObject({
      status: 429,
      code: 'LOGIN_LOCKED',
      message: '登录失败次数过多，账号已锁定，请在 15 分钟后再试',
    });
    await school.pool.query(
      `update gateway.login_failure set at = at - interval '16 minutes' where user_name = 'clerk1'`,
    );
    expect(await browser.login('clerk1')).toMatchObject({ code: '200' });
  });

  it('refuses an account that is switched off, also in the middle of its session', async () => {
    const browser = await school.browser('teacher2');
    await school.pool.query(`update base.user_account set sfqy = '0' where user_name = 'teacher2'`);
    await expect
      .poll(() => browser.call(currentUser, {}))
      .toMatchObject({ status: 401, code: '53000012', message: '未授权' });
    expect(await browser.login('teacher2')).toMatchObject({ code: 'LOGIN_FAILED' });
  });

  it('LOGIN-30, LOGIN-31: names what is missing, in Chinese, under its field', async () => {
    const browser = await school.browser();
    const answer = await browser.call(login, { userName: '', token: '' });
    expect(answer).toMatchObject({
      status: 400,
      code: 'INVALID_INPUT',
      message: '数据校验未通过，请检查或请刷新后重试',
    });
    expect(answer.fieldErrors).toEqual([
      { field: 'userName', message: '请输入用户名' },
      { field: 'token', message: '请输入密码' },
    ]);
  });
});

describe('a session', () => {
  it('SESSION-15, SESSION-17: ends at logout; afterwards SESSION-21: 会话已过期！', async () => {
    const browser = await school.browser('teacher1');
    const kept = browser.cookieHeader;
    expect(await browser.call(logout, {})).toMatchObject({ code: '200' });
    expect(browser.cookies.size).toBe(0);
    expect(await browser.call(currentUser, {}, { headers: { cookie: kept } })).toMatchObject({
      status: 401,
      code: '53000010',
      message: '会话已过期！',
    });
    expect(await browser.call(logout, {})).toMatchObject({ code: '200' });
  });

  it('ends when nobody uses it, lives on while somebody does, but not for ever', async () => {
    const [idle, busy] = [await school.browser('teacher1'), await school.browser('teacher1')];
    const minute = 60_000;
    for (const _step of [1, 2]) {
      school.advanceClock(20 * minute);
      expect(await busy.call(semesters, {})).toMatchObject({ code: '200' });
    }
    expect(await idle.call(semesters, {})).toMatchObject({ status: 401, code: '53000010' });
    for (const _step of [1, 2]) {
      school.advanceClock(20 * minute);
      await busy.call(semesters, {});
    }
    school.advanceClock(20 * minute);
    expect(await busy.call(semesters, {})).toMatchObject({ status: 401, code: '53000010' });
  });

  it('a right that is taken away or given counts as soon as the gateway hears of it', async () => {
    const browser = await school.browser('teacher1');
    expect(await browser.call(entryClasses, { teachingClassId: 'TC1' } as never)).not.toMatchObject({
      code: 'FORBIDDEN',
    });
    await school.pool.query(`delete from base.role_permission where jsbh = '06' and qxbh = 'scoreEntry:query'`);
    await expect.poll(() => browser.call(entryClasses, {})).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    await school.pool.query(`insert into base.role_permission (jsbh, qxbh) values ('06', 'scoreEntry:query')`);
    await expect.poll(async () => (await browser.call(entryClasses, {})).code).not.toBe('FORBIDDEN');
  });
});

describe('a request', () => {
  it("CLIENT-05, CLIENT-06: needs a csrf value made from its own time and the session's secret", async () => {
    const browser = await school.browser('teacher1');
    const refused = { status: 403, code: 'CSRF_REFUSED' };
    expect(await browser.call(semesters, {}, { headers: { csrf: 'x'.repeat(32) } })).toMatchObject(refused);
    expect(await browser.call(semesters, {}, { headers: { csrf: undefined } })).toMatchObject(refused);
    expect(await browser.call(semesters, {}, { secret: PUBLIC_CSRF_KEY })).toMatchObject(refused);
    const other = await school.browser('dean1');
    const { csrfSecret } = await other.get(currentUser, {});
    expect(await browser.call(semesters, {}, { secret: csrfSecret })).toMatchObject(refused);
  });

  it('CLIENT-05: made too long ago, or by a clock that is wrong, is refused as such', async () => {
    const browser = await school.browser('teacher1');
    const { serverTime } = await browser.get(currentUser, {});
    const now = Date.parse(`${serverTime.replace(' ', 'T')}+08:00`) / 1000;
    for (const stamp of [now - 400, now + 400]) {
      expect(await browser.call(semesters, {}, { stamp })).toMatchObject({
        status: 403,
        code: 'REQUEST_EXPIRED',
        message: '请求时间与服务器相差过大，请校准本机时间后重试',
      });
    }
    expect(await browser.call(semesters, {}, { stamp: now - 200 })).toMatchObject({ code: '200' });
  });

  it("from another site's page is refused", async () => {
    const browser = await school.browser();
    const input = { userName: 'dean1', token: encodePassword(PASSWORD) };
    expect(await browser.call(login, input, { headers: { origin: 'https://evil.example' } })).toMatchObject({
      status: 403,
      code: 'CSRF_REFUSED',
    });
    expect(await browser.call(login, input, { headers: { origin: 'https://jw.example' } })).toMatchObject({
      code: '200',
    });
  });

  it('CLIENT-21: whose permission header names another code is refused', async () => {
    const browser = await school.browser('teacher1');
    expect(await browser.call(semesters, {}, { headers: { permission: 'system:approve' } })).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    });
    expect(await browser.call(semesters, {}, { headers: { permission: undefined } })).toMatchObject({ code: '200' });
  });

  it('CLIENT-07: the csrf value is the one that the page computes', () => {
    expect(csrfToken(1_800_000_000, PUBLIC_CSRF_KEY)).toMatch(/^[0-9a-f]{32}$/);
  });
});
