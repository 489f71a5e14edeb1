import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '@jwxt/contracts/all-areas.ts';
import { isBeyondLooking } from '@jwxt/contracts/kernel/operation.ts';
import { messageDetail, messagesAllRead, staffMessages } from '@jwxt/contracts/notice/system-message.operations.ts';
import {
  endMySessions,
  issueTempLogin,
  kickOutUsers,
  mySessions,
  queryOnlineUsers,
} from '@jwxt/contracts/session/open-session.operations.ts';
import { changePasswordOperation, currentUser, logout } from '@jwxt/contracts/session/session.operations.ts';
import { encodePassword, SESSION_COOKIE } from '@jwxt/contracts/kernel/transport.ts';
import type { Browser } from '../testing/browser.ts';
import { PASSWORD } from '../testing/school.data.ts';
import { startSchool, type School } from '../testing/school.ts';

let school: School;
let admin: Browser;
beforeAll(async () => {
  school = await startSchool({ services: true });
  admin = await school.browser('admin');
});
afterAll(() => school.stop());

const id = (): string => crypto.randomUUID();
const idOf = (browser: Browser): string =>
  createHash('sha256')
    .update(browser.cookies.get(SESSION_COOKIE) ?? '')
    .digest('hex')
    .slice(0, 32);
const over = { status: 401, code: '53000010' };

describe('the own sessions', () => {
  it('are listed with where and how, and ended one by one or all but this', async () => {
    const [here, phone, pad] = [
      await school.browser('dean1'),
      await school.browser('dean1'),
      await school.browser('dean1'),
    ];
    const { list } = await here.get(mySessions, {});
    expect(list).toHaveLength(3);
    expect(list[0]).toMatchObject({
      sessionId: idOf(here),
      current: true,
      loginWay: '1',
      loginWayName: '密码',
      clientAddress: '127.0.0.1',
      browser: '未知设备',
    });
    expect(await here.get(endMySessions, { sessionId: idOf(phone) })).toEqual({ ended: 1 });
    expect(await phone.call(currentUser, {})).toMatchObject(over);
    expect(await here.call(endMySessions, { sessionId: idOf(phone) })).toMatchObject({
      status: 404,
      code: 'SESSION_GONE',
    });
    expect(await here.call(endMySessions, { sessionId: idOf(here) })).toMatchObject({ code: 'KICK_OUT_SELF' });
    expect(await here.get(endMySessions, {})).toEqual({ ended: 1 });
    expect(await pad.call(currentUser, {})).toMatchObject(over);
    expect((await here.get(mySessions, {})).list).toHaveLength(1);
  });

  it('those of others are neither listed nor ended', async () => {
    const [mine, other] = [await school.browser('teacher1'), await school.browser('dean2')];
    expect((await mine.get(mySessions, {})).list.map(({ sessionId }) => sessionId)).not.toContain(idOf(other));
    expect(await mine.call(endMySessions, { sessionId: idOf(other) })).toMatchObject({ code: 'SESSION_GONE' });
    expect(await other.call(currentUser, {})).toMatchObject({ code: '200' });
  });
});

describe('online users (SYSADMIN-28)', () => {
  it('are found by name, account, address and way; no cookie can be made from what is shown', async () => {
    const somebody = await school.browser('registrar1');
    const { list, total } = await admin.get(queryOnlineUsers, { name: '赵', loginWay: '1', clientAddress: '127.0' });
    expect(total).toBe(1);
    expect(list[0]).toMatchObject({
      sessionId: idOf(somebody),
      userName: 'registrar1',
      name: '赵审核',
      roleNames: ['教务处审核人'],
      loginWayName: '密码',
      current: false,
    });
    expect((await admin.get(queryOnlineUsers, { userName: 'REGISTRAR' })).total).toBe(1);
    expect((await admin.get(queryOnlineUsers, { userName: '%' })).total).toBe(0);
    expect((await admin.get(queryOnlineUsers, { loginWay: '2' })).total).toBe(0);
    expect(JSON.stringify(list)).not.toContain(somebody.cookies.get(SESSION_COOKIE));
    const again = await school.browser();
    expect(
      await again.call(currentUser, {}, { headers: { cookie: `${SESSION_COOKIE}=${idOf(somebody)}` } }),
    ).toMatchObject(over);
  });

  it("are sent out at once, with a row in the operation log; one's own session is not", async () => {
    const [one, two] = [await school.browser('office1'), await school.browser('office1')];
    expect(
      await admin.call(kickOutUsers, { commandId: id(), sessionIds: [idOf(one), idOf(admin)].join(',') }),
    ).toMatchObject({ status: 409, code: 'KICK_OUT_SELF' });
    expect(await one.call(currentUser, {})).toMatchObject({ code: '200' });
    const commandId = id();
    const kick = { commandId, sessionIds: [idOf(one), idOf(two)].join(',') };
    expect(await admin.get(kickOutUsers, kick)).toEqual({ ended: 2 });
    // The same command again answers the same.
    expect(await admin.get(kickOutUsers, kick)).toEqual({ ended: 2 });
    for (const browser of [one, two]) await expect.poll(() => browser.call(currentUser, {})).toMatchObject(over);
    const { rows } = await school.pool.query(
      `select key, user_name, before from base.operation_log where operation = 'kickOut' order by key`,
    );
    expect(rows).toEqual(
      [idOf(one), idOf(two)]
        .sort()
        .map((key) => ({ key, user_name: 'admin', before: { userName: 'office1', clientAddress: '127.0.0.1' } })),
    );
  });
});

describe('a temporary link', () => {
  const issue = async (userName: string) =>
    admin.get(issueTempLogin, { commandId: id(), userName, reason: '老师忘记密码，电话核实身份' });
  const use = async (path: string) => {
    const browser = await school.browser();
    const answer = await browser.loginByLink(new URL(path, 'http://x').searchParams.get('token') ?? '');
    return { browser, answer };
  };
  const invalid = {
    status: 400,
    code: 'TEMP_LOGIN_INVALID',
    message: '临时登录链接无效、已使用或已过期，请联系管理员重新获取',
  };

  it('LOGIN-45: signs the chosen person in, once', async () => {
    const { path, name } = await issue('teacher2');
    expect(name).toBe('郑老师');
    expect(path).toMatch(/^\/tempLogin\?token=[\w-]{43}$/);
    const { answer } = await use(path);
    expect(answer).toMatchObject({ code: '200', data: { userName: 'teacher2', sso: '0' } });
    expect((await admin.get(queryOnlineUsers, { userName: 'teacher2', loginWay: '3' })).list).toMatchObject([
      { name: '郑老师', loginWayName: '临时' },
    ]);
    expect((await use(path)).answer).toMatchObject(invalid);
  });

  it('is for looking: what decides, enters, delegates, grants or else writes is refused, by declaration', async () => {
    const { browser } = await use((await issue('teacher2')).path);
    expect(await browser.get(currentUser, {})).toMatchObject({ userName: 'teacher2', temporary: '1' });
    const beyond = operations.filter(isBeyondLooking);
    expect(beyond.length).toBeGreaterThan(100);
    for (const operation of beyond) {
      const input = Object.fromEntries([...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 'x']));
      expect(await browser.call(operation, input), operation.id).toMatchObject({
        status: 403,
        code: 'TEMP_LOGIN_LOOKS',
        message: '当前为临时登录，只能查看，不能办理业务；请使用本人账号登录后操作',
      });
    }
    // What is not GET and yet allowed: only what shows something, and what leaves no trace of its own.
    const declared = operations
      .filter(({ method, access, temporary }) => method === 'POST' && temporary !== undefined && !('public' in access))
      .map(({ id: name }) => name)
      .toSorted();
    expect(declared).toEqual([
      'commonFunctions.create',
      'delegation.query',
      'file.batchDownload',
      'file.download',
      'file.previewId',
      'notice.markAllRead',
      'notice.markRead',
      'scoreDocument.exportClasses',
      'scoreDocument.exportSheet',
      'scoreDocument.print',
      'systemMessage.allRead',
      'systemMessage.readSign',
      'userMana.endViewAs',
    ]);
    expect(await browser.call(mySessions, {})).toMatchObject({ code: '200' });
    expect(await browser.call(logout, {})).toMatchObject({ code: '200' });
  });

  it('tells the person that somebody made it and when it was used; looking on leaves that unread', async () => {
    const { path } = await issue('dean2');
    const { browser } = await use(path);
    expect(await browser.get(messagesAllRead, { commandId: id() })).toEqual({ marked: 0 });
    const own = await school.browser('dean2');
    const { rows: list } = await own.get(staffMessages, { systemMessageAudienceReadSign: '0' });
    expect(list.map(({ systemMessageEntityTitle }) => systemMessageEntityTitle)).toEqual([
      '您的账号被临时登录',
      '有人为您签发了临时登录链接',
    ]);
    const { systemMessageEntityContent: content } = await own.get(messageDetail, {
      systemMessageEntityId: list[1]!.systemMessageEntityId,
    });
    const used = await own.get(messageDetail, { systemMessageEntityId: list[0]!.systemMessageEntityId });
    const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d`;
    expect(used.systemMessageEntityContent).toMatch(
      new RegExp(
        String.raw`^.+（admin）为您签发的临时登录链接于${time}被使用，来自127\.0\.0\.1。` +
          '该登录只能查看，不能办理业务；您可以在“登录设备”中结束它。$',
      ),
    );
    expect(content).toMatch(
      new RegExp(
        `^.+（admin）于${time}为您的账号签发了临时登录链接，5分钟内可使用一次，只能查看，不能办理业务。` +
          '原因：老师忘记密码，电话核实身份。',
      ),
    );
    const { rows } = await school.pool.query(
      `select user_name, sign_in_way, sign_in_issued_by from base.operation_log
        where operation = 'useTempLogin' and key = 'dean2'`,
    );
    expect(rows).toEqual([{ user_name: 'dean2', sign_in_way: '3', sign_in_issued_by: 'admin' }]);
    const issued = await school.pool.query(
      `select sign_in_way, sign_in_issued_by from base.operation_log where operation = 'tempLogin' and key = 'dean2'`,
    );
    expect(issued.rows).toEqual([{ sign_in_way: '1', sign_in_issued_by: null }]);
  });

  it('is over after minutes; a guess opens nothing; a password is no link', async () => {
    const { path } = await issue('teacher2');
    const { rows } = await school.pool.query<{ minutes: number }>(
      `select extract(epoch from expires_at - issued_at)::int / 60 as minutes from gateway.temp_login
        order by issued_at desc limit 1`,
    );
    expect(rows[0]?.minutes).toBe(5);
    await school.pool.query(`update gateway.temp_login set expires_at = now() - interval '1 second'`);
    expect((await use(path)).answer).toMatchObject(invalid);
    expect((await use('/tempLogin?token=guess')).answer).toMatchObject(invalid);
    expect((await use(`/tempLogin?token=${encodePassword(PASSWORD)}`)).answer).toMatchObject(invalid);
  });

  it('is written down with its reason and without its token', async () => {
    const { path } = await issue('teacher1');
    const token = path.slice(path.indexOf('=') + 1);
    const { rows } = await school.pool.query<{ after: object; key: string; user_name: string }>(
      `select key, user_name, after from base.operation_log where operation = 'tempLogin' order by id desc limit 1`,
    );
    expect(rows[0]).toMatchObject({
      key: 'teacher1',
      user_name: 'admin',
      after: { reason: '老师忘记密码，电话核实身份' },
    });
    const stored = await school.pool.query<{ text: string }>(
      `select link::text as text from gateway.temp_login link union all select logged::text
        from base.operation_log logged
        union all select applied::text from base.applied_command applied`,
    );
    for (const { text } of stored.rows) expect(text).not.toContain(token);
    expect(school.logged).not.toContain(token);
  });

  it('sent again, the same command names the same link', async () => {
    const input = { commandId: id(), userName: 'teacher1', reason: '核实' };
    const [first, second] = [await admin.get(issueTempLogin, input), await admin.get(issueTempLogin, input)];
    expect(second).toEqual(first);
  });

  it('is not for oneself, for other administrators, for nobody, nor for who is switched off', async () => {
    await school.pool.query(`update base.user_account set sfqy = '0' where user_name = 'clerk1'`);
    await school.pool.query(`insert into base.user_role (user_name, jsbh) values ('auditor1', '01')`);
    const reasons = {
      admin: '不能为自己签发',
      nobody1: '没有这个账号',
      clerk1: '账号已停用',
      auditor1: '对方也能签发临时登录',
    };
    for (const [userName, why] of Object.entries(reasons)) {
      const answer = await admin.call(issueTempLogin, { commandId: id(), userName, reason: '试' });
      expect(answer).toMatchObject({ status: 409, code: 'TEMP_LOGIN_REFUSED' });
      expect(answer.message).toContain(why);
    }
  });
});

describe('a change of password', () => {
  it('SESSION-41: ends every session of the person, the one that changed it too', async () => {
    const [here, elsewhere] = [await school.browser('teacher1b'), await school.browser('teacher1b')];
    const kept = here.cookieHeader;
    const input = {
      commandId: id(),
      oldToken: encodePassword(PASSWORD),
      newToken: encodePassword('Newpass1'),
      confirmToken: encodePassword('Newpass1'),
    };
    expect(await here.call(changePasswordOperation, input)).toMatchObject({ code: '200' });
    expect(here.cookies.size).toBe(0);
    for (const cookie of [kept, elsewhere.cookieHeader])
      expect(await here.call(currentUser, {}, { headers: { cookie } })).toMatchObject(over);
    expect(await (await school.browser()).login('teacher1b')).toMatchObject({ code: 'LOGIN_FAILED' });
  });
});
