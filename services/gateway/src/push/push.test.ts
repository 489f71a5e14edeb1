import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { WEBSOCKET_PATH } from '@jwxt/contracts/kernel/push.ts';
import { stopViewAs, viewAs } from '@jwxt/contracts/access/view-as.operations.ts';
import { APPLICANT_NODE } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { noticeInfoCreate, noticeInfoPublish } from '@jwxt/contracts/notice/publishing.operations.ts';
import { encodePassword } from '@jwxt/contracts/kernel/transport.ts';
import { currentUser, login, logout } from '@jwxt/contracts/session/session.operations.ts';
import type { Browser } from '../testing/browser.ts';
import { decide, fillSheet, submitSheet } from '../testing/score-steps.ts';
import { PASSWORD } from '../testing/school.data.ts';
import { startSchool, type School } from '../testing/school.ts';

let school: School;
let address: string;
const open: WebSocket[] = [];
beforeAll(async () => {
  school = await startSchool({ services: true, beatMs: 200, settings: { trustProxy: 1 } });
  address = await school.app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate();
});
afterAll(() => school.stop());

interface Listening {
  said: { type: string; topic?: string; topics?: string[]; sheetId?: string; reason?: string }[];
  closed: { code?: number };
  socket: WebSocket;
}

/** Opens a websocket as a page of ours would; rejects with the HTTP status when it is refused. */
function connect(headers: Record<string, string>): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address.replace('http', 'ws') + WEBSOCKET_PATH, { headers });
    open.push(socket);
    const listening: Listening = { said: [], closed: {}, socket };
    socket.on('message', (data: Buffer) =>
      listening.said.push(JSON.parse(data.toString()) as Listening['said'][number]),
    );
    socket.on('close', (code) => (listening.closed.code = code));
    socket.on('open', () => resolve(listening));
    socket.on('unexpected-response', (_request, response) => reject(new Error(String(response.statusCode))));
    socket.on('error', () => undefined);
  });
}

async function listen(browser: Browser, ...topics: string[]): Promise<Listening> {
  const listening = await connect({ cookie: browser.cookieHeader, origin: address });
  listening.socket.send(JSON.stringify({ type: 'subscribe', topics }));
  await expect.poll(() => listening.said.some(({ type }) => type === 'subscribed')).toBe(true);
  return listening;
}

/** Title, message, audience and text of a pushed message, as they were before they were encoded. */
const piecesOf = (message: string): string[] => message.split(/[/,]/).map((piece) => decodeURIComponent(piece));

describe('the websocket', () => {
  it('serves the person with whose eyes an administrator looks, until that is over', async () => {
    const admin = await school.browser('admin');
    const own = await listen(admin, 'admin');
    await admin.get(viewAs, { commandId: crypto.randomUUID(), userName: 'dean2', reason: '核实' });
    await admin.get(currentUser, {});
    const seen = await listen(admin, 'dean2', 'admin');
    expect(seen.said).toContainEqual({ type: 'subscribed', topics: ['dean2'] });
    await admin.get(stopViewAs, { commandId: crypto.randomUUID() });
    await expect.poll(() => seen.said.at(-1)?.type).toBe('END');
    expect(own.closed.code).toBeUndefined();
  });

  it('opens only for a session, and only from our own pages', async () => {
    const browser = await school.browser('dean1');
    await expect(connect({ origin: address })).rejects.toThrow('401');
    await expect(connect({ cookie: 'jwxt_session=made-up', origin: address })).rejects.toThrow('401');
    await expect(connect({ cookie: browser.cookieHeader, origin: 'https://evil.example' })).rejects.toThrow('403');
    await expect(connect({ cookie: browser.cookieHeader })).rejects.toThrow('403');
  });

  // NOTICE-27 NOTICE-28
  it('at its address, grants the own topics and the common one, and none of anybody else', async () => {
    expect(WEBSOCKET_PATH).toBe('/sws/message/sysMesg');
    const dean = await listen(
      await school.browser('dean1'),
      'dean1',
      'dean1sysmesg',
      'sysmesg',
      'teacher1',
      'teacher1sysmesg',
    );
    expect(dean.said).toEqual([{ type: 'subscribed', topics: ['dean1', 'dean1sysmesg', 'sysmesg'] }]);
  });

  // NOTICE-26
  it("tells of a system message on the receiver's own topic; nobody else hears it, even if asking for it", async () => {
    const office = await school.browser('office1');
    const [teacher1, teacher2] = (await Promise.all(
      ['teacher1', 'teacher2'].map(async (name) =>
        listen(await school.browser(name), name, 'teacher1sysmesg', 'teacher2sysmesg', 'sysmesg'),
      ),
    )) as [Listening, Listening];
    const noticeId = crypto.randomUUID();
    await office.get(noticeInfoCreate, {
      commandId: crypto.randomUUID(),
      noticeId,
      noticeName: '停电, 请保存',
      noticeTypeId: 'xt',
      content: '<p>今晚22点/停电</p>',
      audience: { roles: [], departments: [], grades: [], users: ['teacher1'] },
    });
    await office.get(noticeInfoPublish, { commandId: crypto.randomUUID(), noticeId });
    await expect
      .poll(() => teacher1.said.at(-1))
      .toMatchObject({
        type: 'message',
        topic: 'teacher1sysmesg',
        status: 'MESSAGE',
        messageId: expect.any(String) as string,
      });
    const { message, messageId } = teacher1.said.at(-1) as unknown as { message: string; messageId: string };
    expect(piecesOf(message)).toEqual(['停电, 请保存', expect.any(String), messageId, '今晚22点/停电']);
    expect(teacher2.said.map(({ type }) => type)).toEqual(['subscribed']);
  });

  it('one person has twenty open at once, however many are asked for, closable or not', async () => {
    const { cookieHeader } = await school.browser('auditor1');
    // Answers heartbeats, and never a closing: no library would.
    const [ping, pong] = [Buffer.from([0x89, 0]), Buffer.from([0x8a, 0x80, 0, 0, 0, 0])];
    const sockets = await Promise.all(
      Array.from({ length: 60 }, async () => {
        const socket = request(address + WEBSOCKET_PATH, {
          headers: {
            cookie: cookieHeader,
            origin: address,
            connection: 'Upgrade',
            upgrade: 'websocket',
            'sec-websocket-version': '13',
            'sec-websocket-key': randomBytes(16).toString('base64'),
          },
        }).end();
        const [response, raw] = (await once(socket, 'upgrade')) as [IncomingMessage, Socket];
        raw
          .on('error', () => undefined)
          .on('data', (data: Buffer) => {
            if (data.includes(ping)) raw.write(pong);
          });
        return { status: response.statusCode, raw };
      }),
    );
    expect(sockets.map(({ status }) => status)).toEqual(sockets.map(() => 101));
    await expect.poll(() => sockets.filter(({ raw }) => !raw.closed).length).toBe(20);
    const health = await school.app.inject({
      url: '/health/ready',
      headers: { authorization: `Bearer ${school.metricsToken}` },
    });
    expect(
      health.json<{ checks: { push: { detail: { connections: number } } } }>().checks.push.detail.connections,
    ).toBeLessThanOrEqual(20 + open.length);
    for (const { raw } of sockets) raw.destroy();
  });

  it("what a proxy says the host is does not make another site's page ours", async () => {
    const browser = await school.browser('dean1');
    await expect(
      connect({
        cookie: browser.cookieHeader,
        origin: 'https://evil.example',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-for': '10.1.1.1',
      }),
    ).rejects.toThrow('403');
    const input = { userName: 'dean1', token: encodePassword(PASSWORD) };
    expect(
      await browser.call(login, input, {
        headers: { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
      }),
    ).toMatchObject({ status: 403, code: 'CSRF_REFUSED' });
  });

  it('answers heartbeats, and closes on what it does not know', async () => {
    const dean = await listen(await school.browser('dean1'), 'dean1');
    dean.socket.send(JSON.stringify({ type: 'ping' }));
    await expect.poll(() => dean.said.at(-1)).toEqual({ type: 'pong' });
    dean.socket.send('{"type":"shout"}');
    await expect.poll(() => dean.closed.code).toBe(1008);
  });

  it("tells those whose queue changed, the applicant, and the class's teachers; nobody else", async () => {
    const teacher = await school.browser('teacher1');
    const [dean1, dean2, teacher1, teacher1b, teacher2] = (await Promise.all(
      ['dean1', 'dean2', 'teacher1', 'teacher1b', 'teacher2'].map(async (name) =>
        listen(await school.browser(name), name),
      ),
    )) as [Listening, Listening, Listening, Listening, Listening];
    await fillSheet(teacher, 'TC1', { S2026001: { ps: '80', qm: '80' }, S2026002: { ps: '70', qm: '70' } });
    await expect
      .poll(() => teacher1b.said)
      .toContainEqual({ type: 'sheet', topic: 'teacher1b', sheetId: 'TC1.1', revision: expect.any(Number) });
    expect(dean1.said).toHaveLength(1);
    const applyId = await submitSheet(teacher, 'TC1', { S2026001: { ps: '81', qm: '80' } });
    await expect.poll(() => dean1.said).toContainEqual({ type: 'approvals', topic: 'dean1' });
    dean1.said.length = 0;
    teacher1.said.length = 0;
    await decide(await school.browser('dean1b'), applyId, '0');
    await expect.poll(() => dean1.said).toContainEqual({ type: 'approvals', topic: 'dean1' });
    await expect.poll(() => teacher1.said).toContainEqual({ type: 'approvals', topic: 'teacher1' });
    for (const other of [dean2, teacher2]) expect(other.said.map(({ type }) => type)).toEqual(['subscribed']);
  });

  it('tells administrators, and only them, that read models moved', async () => {
    const [admin, dean] = (await Promise.all(
      ['admin', 'dean1'].map(async (name) => listen(await school.browser(name), name, 'sysmesg')),
    )) as [Listening, Listening];
    await fillSheet(await school.browser('teacher2'), 'TC2', { S2026003: { ps: '50', qm: '50' } });
    await expect.poll(() => admin.said).toContainEqual({ type: 'readModels', topic: 'sysmesg' });
    expect(dean.said.some(({ type }) => type === 'readModels')).toBe(false);
  });

  it('tells everybody to refresh when notices may have been missed', async () => {
    const dean = await listen(await school.browser('dean1'), 'dean1');
    await school.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'listen read_model' and datname = current_database()`,
    );
    await expect.poll(() => dean.said).toContainEqual({ type: 'approvals', topic: 'dean1' });
  });

  it('NOTICE-30: says END when the session is signed out, and when it ended elsewhere', async () => {
    const [here, elsewhere] = [await school.browser('dean1'), await school.browser('dean1')];
    const [first, second] = [await listen(here, 'dean1'), await listen(elsewhere, 'dean1')];
    await here.get(logout, {});
    await expect.poll(() => first.said.at(-1)).toEqual({ type: 'END', status: 'END', reason: '已退出登录' });
    await expect.poll(() => first.closed.code).toBe(1000);
    expect(second.closed.code).toBeUndefined();
    await school.pool.query(`update gateway.session set revoked_at = now() where user_name = 'dean1'`);
    await expect.poll(() => second.said.at(-1)).toEqual({ type: 'END', status: 'END', reason: '会话已过期！' });
  });

  it('tells the applicant that it was decided, by a message too', async () => {
    const listening = await listen(await school.browser('teacher2'), 'teacher2sysmesg');
    await fillSheet(await school.browser('teacher2'), 'TC2', { S2026003: { ps: '80', qm: '80' } });
    const applyId = await submitSheet(await school.browser('teacher2'), 'TC2', { S2026003: { ps: '81', qm: '80' } });
    await decide(await school.browser('dean2'), applyId, '2', {
      backNode: APPLICANT_NODE,
      approvalOpinion: '请核对期末成绩',
    });
    await expect.poll(() => listening.said.filter(({ type }) => type === 'message').length).toBe(1);
    expect(piecesOf((listening.said.at(-1) as unknown as { message: string }).message)).toEqual([
      '正考成绩审批已退回',
      expect.any(String),
      expect.any(String),
      expect.stringContaining('已退回，请修改后重新送审'),
    ]);
  });
});
