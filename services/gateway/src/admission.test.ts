import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '@jwxt/contracts/all-areas.ts';
import { API_ROOT, type Operation } from '@jwxt/contracts/kernel/operation.ts';
import { csrfToken, PUBLIC_CSRF_KEY, SESSION_COOKIE } from '@jwxt/contracts/kernel/transport.ts';
import { saveScores } from '@jwxt/contracts/score/score-entry.operations.ts';
import { currentUser, finishSlide, login } from '@jwxt/contracts/session/session.operations.ts';
import { startSchool, type School } from './testing/school.ts';

let school: School;
/** Texts of bodies that were read, by the address that they were sent to. */
const read: string[] = [];
beforeAll(async () => {
  school = await startSchool({
    settings: { rateLimits: { perCaller: 60, signIns: 1_000 }, trustProxy: 1, openDocs: false },
  });
  school.app.addHook('preParsing', (asked, _reply, payload, done) => {
    payload.on('data', () => void read.push(asked.url));
    done(null, payload);
  });
  await school.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => school.stop());

let lastAddress = 0;
/** An address that nothing was counted for yet. */
const freshAddress = (): string => `10.1.${Math.trunc(++lastAddress / 250)}.${(lastAddress % 250) + 1}`;
/** One moment for all: an address and its csrf value must name the same second. */
const moment = Math.floor(Date.now() / 1000);
const stamp = (): number => moment;
const ours = (now = stamp()): Record<string, string> => ({ csrf: csrfToken(now, PUBLIC_CSRF_KEY) });
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const json = { 'content-type': 'application/json' };
const addressOf = (operation: Operation): string =>
  `${API_ROOT}${operation.path.replace(/\{\w+\}/g, 'x')}?_t=${stamp()}`;
const post = async (url: string, payload: string, headers: Record<string, string>, from = freshAddress()) =>
  await school.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { host: 'jw.example', 'x-forwarded-for': from, ...headers },
  });

const posts = operations
  .filter(({ method }) => method === 'POST')
  .map((operation): [string, Operation] => [operation.id, operation]);

describe('a body is read of nobody who was not let in', () => {
  it.each(posts.filter(([, { access }]) => !('public' in access)))('%s without a session', async (_id, operation) => {
    const type = operation.encoding === 'multipart' ? { 'content-type': 'multipart/form-data; boundary=x' } : form;
    const answer = await post(addressOf(operation), 'a&'.repeat(50_000), { ...type, ...ours() });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([401, '53000010']);
    expect(read).toEqual([]);
  });

  it.each(posts.filter(([, { access }]) => 'public' in access))(
    '%s without a csrf value, or from another site',
    async (_id, operation) => {
      for (const headers of [{}, { ...ours(), origin: 'https://evil.example' }]) {
        expect((await post(addressOf(operation), 'a&'.repeat(50_000), { ...form, ...headers })).json()).toMatchObject({
          code: 'CSRF_REFUSED',
        });
      }
      expect(read).toEqual([]);
    },
  );

  it('an address that nobody has, a method that none takes', async () => {
    for (const [method, url] of [
      ['POST', '/api/nothing'],
      ['PUT', '/api/login'],
      ['POST', '/'],
      ['DELETE', '/api/openapi.json'],
      ['PATCH', '/health/ready'],
    ] as const) {
      const answer = await school.app.inject({
        method,
        url,
        payload: '{"a":'.repeat(1_000),
        headers: { ...json, 'x-forwarded-for': freshAddress() },
      });
      expect([answer.statusCode, answer.json<{ code: string }>().code], `${method} ${url}`).toEqual([404, 'NOT_FOUND']);
    }
    expect(read).toEqual([]);
  });

  it('who has no permission, and who asks too often', async () => {
    const teacher = await school.browser('teacher1');
    const { csrfSecret } = await teacher.get(currentUser, {});
    read.length = 0;
    const kickOut = operations.find(({ id }) => id === 'onlineUser.kickOut')!;
    const now = stamp();
    const headers = { ...form, cookie: teacher.cookieHeader, csrf: csrfToken(now, csrfSecret) };
    expect((await post(addressOf(kickOut), 'a&'.repeat(50_000), headers)).json()).toMatchObject({ code: 'FORBIDDEN' });
    for (let asked = 0; asked < 60; asked += 1) await teacher.call(currentUser, {});
    const refused = await post(addressOf(kickOut), 'a&'.repeat(50_000), headers);
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(read).toEqual([]);
  });
});

describe('a body has its size', () => {
  it.each(posts.filter(([, { access, bodyBytes }]) => 'public' in access && bodyBytes === undefined))(
    '%s, which anybody may call, takes 4 KB',
    async (_id, operation) => {
      const answer = await post(addressOf(operation), `userName=${'x'.repeat(4_096)}`, { ...form, ...ours() });
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([413, 'REQUEST_TOO_LARGE']);
    },
  );

  it('the longest drag of the slider fits, by declaration', async () => {
    const points = Array.from({ length: 500 }, (_, at) => [at * 200 + 0.123, 1_000 + at / 7]);
    const body = JSON.stringify({ challenge: 'x'.repeat(32), track: 1_000, points }).replaceAll(/(\.\d{3})\d+/g, '$1');
    expect(body.length).toBeGreaterThan(4_096);
    expect((await post(addressOf(finishSlide), body, { ...json, ...ours() })).json()).toMatchObject({
      code: 'SLIDER_FAILED',
    });
  });

  it('200 fields, 20 levels, 60,000 parts: more is refused in words, whoever sends it', async () => {
    const teacher = await school.browser('teacher2');
    const { csrfSecret } = await teacher.get(currentUser, {});
    const send = async (payload: string, type: Record<string, string>, more = '') => {
      const headers = { ...type, cookie: teacher.cookieHeader, csrf: csrfToken(stamp(), csrfSecret) };
      const answer = await post(addressOf(saveScores) + more, payload, headers);
      const { code, message, traceId } = answer.json<{ code: string; message: string; traceId: string }>();
      expect(message).toMatch(/\p{Script=Han}/u);
      expect(traceId).toMatch(/\S/);
      return [answer.statusCode, code];
    };
    expect(await send('a&'.repeat(50_000), form)).toEqual([413, 'REQUEST_TOO_LARGE']);
    expect(await send(`{"rows":${'['.repeat(100_000)}`, json)).toEqual([400, 'MALFORMED_REQUEST']);
    expect(await send(`{"rows":${'['.repeat(4_000)}${']'.repeat(4_000)}}`, json)).toEqual([400, 'MALFORMED_REQUEST']);
    expect(await send(`{"rows":[${'[],'.repeat(200_000)}[]]}`, json)).toEqual([413, 'REQUEST_TOO_LARGE']);
    expect(await send('{}', json, '&a'.repeat(300))).toEqual([414, 'REQUEST_TOO_LARGE']);
    // What is wrong throughout is not told throughout.
    const wrong = await post(addressOf(saveScores), JSON.stringify({ rows: Array.from({ length: 500 }, () => ({})) }), {
      ...json,
      cookie: teacher.cookieHeader,
      csrf: csrfToken(stamp(), csrfSecret),
    });
    expect(wrong.json<{ fieldErrors: unknown[] }>().fieldErrors).toHaveLength(200);
  });
});

describe('requests are counted', () => {
  const status = async (
    headers: Record<string, string>,
    from: string,
    url = `/api/system/user/current?_t=${stamp()}`,
  ) =>
    (await school.app.inject({ url, headers: { host: 'jw.example', 'x-forwarded-for': from, ...headers } })).statusCode;
  const times = async (count: number, run: (at: number) => Promise<number>): Promise<number[]> => {
    const found: number[] = [];
    for (let at = 0; at < count; at += 1) found.push(await run(at));
    return found;
  };

  it('by address, whatever cookies are invented; the neighbour with a session goes on', async () => {
    const from = freshAddress();
    const neighbour = await school.browser('dean1');
    const cookie = { cookie: neighbour.cookieHeader, ...ours() };
    expect(await status(cookie, from)).toBe(200);
    const invented = (at: number) => status({ cookie: `${SESSION_COOKIE}=${`invented${at}`.padEnd(43, 'x')}` }, from);
    const answers = await times(70, invented);
    expect(answers.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 401));
    expect(answers.slice(60)).toEqual(Array.from({ length: 10 }, () => 429));
    expect(await status(cookie, from)).toBe(200);
  });

  it('an IPv6 network is one caller; a header that is no address is none', async () => {
    const answers = await times(61, (at) => status({}, `2001:db8:1:2::${at.toString(16)}`));
    expect(answers.at(-1)).toBe(429);
    expect(await status({}, '2001:db8:1:3::1')).toBe(401);
    expect((await times(61, (at) => status({}, `nonsense-${at}`))).at(-1)).toBe(429);
  });

  it('an address written in another way, and one that nobody has', async () => {
    const from = freshAddress();
    await times(60, () => status({}, from, '/%61pi/system/user/current'));
    expect(await status({}, from)).toBe(429);
    const other = freshAddress();
    expect((await times(61, () => status({}, other, '/api/nothing'))).at(-1)).toBe(429);
  });
});

it('where the API is not described to everybody, it is to administrators', async () => {
  const [admin, dean] = [await school.browser('admin'), await school.browser('dean2')];
  for (const url of ['/api/openapi.json', '/api/docs/', '/api/docs/static/swagger-ui.css']) {
    const status = async (cookie: string) =>
      (await school.app.inject({ url, headers: { cookie, 'x-forwarded-for': freshAddress() } })).statusCode;
    expect([await status(''), await status(dean.cookieHeader), await status(admin.cookieHeader)], url).toEqual([
      401, 403, 200,
    ]);
  }
});

it('what is still sent of a refused body is thrown away, and its connection is not kept', async () => {
  const { port } = school.app.server.address() as AddressInfo;
  const call = request({
    port,
    method: 'POST',
    path: '/api/nothing',
    headers: { ...form, 'content-length': 10_000_000, 'x-forwarded-for': freshAddress() },
  });
  call.on('error', () => undefined);
  call.write('a=1');
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  expect([answer.statusCode, answer.headers.connection]).toEqual([404, 'close']);
  call.destroy();
  expect((await post(addressOf(login), 'userName=a', { ...form, ...ours() })).statusCode).toBe(400);
});

it('who sends on after a refusal reads it all the same', async () => {
  const { port } = school.app.server.address() as AddressInfo;
  const sender = connect({ port, host: '127.0.0.1' });
  const trouble: Error[] = [];
  sender.on('error', (error) => trouble.push(error));
  const closed = new Promise((resolve) => sender.once('close', resolve));
  await once(sender, 'connect');
  sender.pause();
  const bytes = 2_000_000;
  sender.write(
    `POST /api/nothing HTTP/1.1\r\nhost: school\r\nx-forwarded-for: ${freshAddress()}\r\n` +
      `content-type: application/octet-stream\r\ncontent-length: ${bytes}\r\n\r\n`,
  );
  // In parts, as over a line: the answer is there long before the last of them.
  for (let sent = 0; sent < bytes; sent += 100_000) {
    sender.write(Buffer.alloc(100_000));
    await delay(20);
  }
  const answer: Buffer[] = [];
  sender.on('data', (data: Buffer) => answer.push(data));
  sender.resume();
  await closed;
  expect([String(Buffer.concat(answer)).slice(0, 12), trouble]).toEqual(['HTTP/1.1 404', []]);
});
