import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  casLogout,
  changePasswordOperation,
  currentUser,
  ssoCheck,
} from '@jwxt/contracts/session/session.operations.ts';
import { SSO_CALLBACK_PATH, SSO_LOGIN_PATH } from '@jwxt/contracts/session/session.vocabulary.ts';
import { SESSION_COOKIE, USER_COOKIE } from '@jwxt/contracts/kernel/transport.ts';
import { startCasServer, type CasTestServer } from '../testing/cas-server.ts';
import { startSchool, type School } from '../testing/school.ts';

let cas: CasTestServer;
let school: School;
beforeAll(async () => {
  cas = await startCasServer();
  school = await startSchool({ casUrl: cas.url });
});
afterAll(async () => {
  await school.stop();
  await cas.stop();
});
afterEach(() => {
  cas.answer = null;
});

const origin = 'http://jw.example';
/** Opens an address of ours with cookies; answers where it leads and which cookies it sets. */
async function open(
  url: string,
  cookies: Record<string, string> = {},
): Promise<{ status: number; to: string; cookies: Record<string, string> }> {
  const answer = await school.app.inject({
    url: url.replace(origin, ''),
    headers: {
      host: 'jw.example',
      cookie: Object.entries(cookies)
        .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
        .join('; '),
    },
  });
  return {
    status: answer.statusCode,
    to: answer.headers.location ?? '',
    cookies: Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value])),
  };
}
/** Begins signing in: the service that the server is told, and the state in the browser. */
async function begin(returnUrl = '/'): Promise<{ service: string; cookies: Record<string, string> }> {
  const { to, cookies } = await open(`${SSO_LOGIN_PATH}?${new URLSearchParams({ returnUrl }).toString()}`);
  return { service: new URL(to).searchParams.get('service') ?? '', cookies };
}
/** The whole way of a person. */
async function signIn(
  user: string,
  returnUrl = '/',
): Promise<{ ticket: string; to: string; cookies: Record<string, string> }> {
  const { service, cookies } = await begin(returnUrl);
  const ticket = cas.ticket(user, service);
  return { ticket, ...(await open(`${service}&ticket=${ticket}`, cookies)) };
}
const session = (cookies: Record<string, string>): Promise<unknown> =>
  school
    .browser()
    .then((browser) =>
      browser.call(
        currentUser,
        {},
        { headers: { cookie: `${SESSION_COOKIE}=${encodeURIComponent(cookies[SESSION_COOKIE] ?? '')}` } },
      ),
    );

describe('single sign-on', () => {
  it('SESSION-08, SESSION-09: is told to the page, with the address that leads to the server', async () => {
    const browser = await school.browser();
    expect(await browser.get(ssoCheck, {})).toEqual({ enabled: '1', url: SSO_LOGIN_PATH });
    const { status, to } = await open(`${SSO_LOGIN_PATH}?returnUrl=/jwxt/gly/scoreManage/entry`);
    expect(status).toBe(303);
    expect(to.startsWith(`${cas.url}/login?service=${encodeURIComponent(`${origin}${SSO_CALLBACK_PATH}?`)}`)).toBe(
      true,
    );
  });

  it('LOGIN-36, SESSION-12: a ticket opens a session with the flag, and the returnUrl is followed', async () => {
    // The single-sign-on server has its own second step.
    await school.pool.query(`insert into gateway.second_factor values ('dean1', 'sealed', 0, now())`);
    const { to, cookies } = await signIn('dean1', '/jwxt/gly/messageSystem/approval?tab=1');
    expect(to).toBe('/jwxt/gly/messageSystem/approval?tab=1');
    expect(JSON.parse(cookies[USER_COOKIE] ?? '')).toMatchObject({ userName: 'dean1', name: '李院长', sso: '1' });
    expect(await session(cookies)).toMatchObject({
      code: '200',
      data: { userName: 'dean1', sso: '1', secondStep: null },
    });
  });

  it('SESSION-42: who signed in there cannot change the password here', async () => {
    const { cookies } = await signIn('dean2');
    const browser = await school.browser();
    const { data } = (await session(cookies)) as { data: { csrfSecret: string } };
    const input = { commandId: crypto.randomUUID(), oldToken: 'a', newToken: 'b', confirmToken: 'b' };
    expect(
      await browser.call(changePasswordOperation, input, {
        secret: data.csrfSecret,
        headers: { cookie: `${SESSION_COOKIE}=${encodeURIComponent(cookies[SESSION_COOKIE] ?? '')}` },
      }),
    ).toMatchObject({ code: 'PASSWORD_ELSEWHERE' });
  });

  it('SESSION-16, SESSION-18: signing out ends the session and leads to the sign-out of the server', async () => {
    const { cookies } = await signIn('registrar1');
    const browser = await school.browser();
    const answer = await browser.call(
      casLogout,
      {},
      { headers: { cookie: `${SESSION_COOKIE}=${encodeURIComponent(cookies[SESSION_COOKIE] ?? '')}` } },
    );
    expect(answer).toMatchObject({
      code: '200',
      data: { url: `${cas.url}/logout?service=${encodeURIComponent(`${origin}/login`)}` },
    });
    expect(await session(cookies)).toMatchObject({ status: 401, code: '53000010' });
  });

  it('a sign-out at the server ends the session here at once, and that one only', async () => {
    const [one, other] = [await signIn('dean1'), await signIn('dean1')];
    const { url, body } = cas.noticeOf(one.ticket);
    const answer = await school.app.inject({
      method: 'POST',
      url: url.replace(origin, ''),
      payload: body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.statusCode).toBe(200);
    expect(await session(one.cookies)).toMatchObject({ status: 401, code: '53000010' });
    expect(await session(other.cookies)).toMatchObject({ code: '200' });
  });

  it('an unknown person and one who is switched off are turned away with the reason', async () => {
    expect(await signIn('stranger')).toMatchObject({ to: '/sso/failed?reason=unknown' });
    await school.pool.query(`update base.user_account set sfqy = '0' where user_name = 'clerk1'`);
    expect(await signIn('clerk1')).toMatchObject({ to: '/sso/failed?reason=disabled' });
    const { cookies } = await signIn('stranger');
    expect(cookies[SESSION_COOKIE]).toBeUndefined();
  });
});

describe('attacks on single sign-on', () => {
  it('a made-up ticket, a used one and one of another service open nothing', async () => {
    const { service, cookies } = await begin();
    expect(await open(`${service}&ticket=ST-1-made-up`, cookies)).toMatchObject({ to: '/sso/failed?reason=ticket' });
    const used = await signIn('dean1');
    const again = await begin();
    expect(await open(`${again.service}&ticket=${used.ticket}`, again.cookies)).toMatchObject({
      to: '/sso/failed?reason=ticket',
    });
    const third = await begin();
    expect(
      await open(`${third.service}&ticket=${cas.ticket('admin', 'https://other.example/')}`, third.cookies),
    ).toMatchObject({ to: '/sso/failed?reason=ticket' });
  });

  it('a ticket that a careless server lets pass twice opens one session', async () => {
    cas.answer = (response) =>
      void response.end(
        '<serviceResponse><authenticationSuccess><user>dean1</user></authenticationSuccess></serviceResponse>',
      );
    const [one, two] = [await begin(), await begin()];
    expect(await open(`${one.service}&ticket=ST-twice`, one.cookies)).toMatchObject({ to: '/' });
    expect(await open(`${two.service}&ticket=ST-twice`, two.cookies)).toMatchObject({
      to: '/sso/failed?reason=ticket',
    });
  });

  it("a link with somebody else's ticket signs nobody in: the browser has not begun that way", async () => {
    const { service } = await begin();
    const link = `${service}&ticket=${cas.ticket('dean1', service)}`;
    const before = cas.validations;
    const first = await open(link);
    expect(first.to).toBe(`${SSO_LOGIN_PATH}?returnUrl=%2F&again=1`);
    expect(first.cookies[SESSION_COOKIE]).toBeUndefined();
    // A browser that keeps no cookies is told so instead of going in circles.
    const second = await open(first.to);
    expect(await open(`${new URL(second.to).searchParams.get('service') ?? ''}&ticket=ST-x`)).toMatchObject({
      to: '/sso/failed?reason=state',
    });
    expect(cas.validations).toBe(before);
  });

  it('LOGIN-36: no way leads to another site', async () => {
    for (const evil of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/.//evil.example',
      'javascript:alert(1)',
    ]) {
      expect(await signIn('dean1', evil), evil).toMatchObject({ to: '/' });
    }
  });

  it('session fixation: the session that the browser had before is over', async () => {
    const planted = await school.openSession('teacher1');
    const { service, cookies } = await begin();
    const after = await open(`${service}&ticket=${cas.ticket('dean1', service)}`, {
      ...cookies,
      [SESSION_COOKIE]: planted,
    });
    expect(after.cookies[SESSION_COOKIE]).not.toBe(planted);
    expect(await session({ [SESSION_COOKIE]: planted })).toMatchObject({ status: 401 });
  });

  it.each([
    ['says nothing', () => undefined],
    ['fails', (response: ServerResponse) => void response.writeHead(500).end()],
    ['sends a page', (response: ServerResponse) => void response.end('<html></html>')],
    [
      'sends a bomb',
      (response: ServerResponse) =>
        void response.end(
          '<!DOCTYPE a [<!ENTITY a "x">]><serviceResponse><authenticationSuccess><user>admin&a;</user>' +
            '</authenticationSuccess></serviceResponse>',
        ),
    ],
    ['never stops', (response: ServerResponse) => void response.end('<a>'.repeat(100_000))],
    [
      'leads elsewhere',
      (response: ServerResponse) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    ],
  ])('a server that %s is told as not reachable, and opens nothing', async (_what, answer) => {
    cas.answer = answer;
    const { service, cookies } = await begin();
    const result = await open(`${service}&ticket=ST-any`, cookies);
    expect(result.to).toBe('/sso/failed?reason=unavailable');
    expect(result.cookies[SESSION_COOKIE]).toBeUndefined();
  });

  it('a forged notice of a sign-out ends nothing, and is answered like any other', async () => {
    const { cookies } = await signIn('dean1');
    for (const logoutRequest of [
      '',
      'x',
      '<LogoutRequest><SessionIndex>ST-1-guess</SessionIndex></LogoutRequest>',
      '<!DOCTYPE a [<!ENTITY b "c">]><LogoutRequest><SessionIndex>&b;</SessionIndex></LogoutRequest>',
    ]) {
      const answer = await school.app.inject({
        method: 'POST',
        url: SSO_CALLBACK_PATH,
        payload: new URLSearchParams({ logoutRequest }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect([answer.statusCode, answer.body]).toEqual([200, '']);
    }
    const large = await school.app.inject({
      method: 'POST',
      url: SSO_CALLBACK_PATH,
      payload: `logoutRequest=${'x'.repeat(70_000)}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(large.statusCode).toBe(413);
    expect(await session(cookies)).toMatchObject({ code: '200' });
  });

  it('no ticket is ever written down', async () => {
    const { ticket } = await signIn('dean1');
    cas.answer = (response) => void response.writeHead(500).end();
    const { service, cookies } = await begin();
    await open(`${service}&ticket=ST-secret-ticket`, cookies);
    const { rows } = await school.pool.query<{ text: string }>('select session::text as text from gateway.session');
    expect(school.logged).toContain('单点登录未成功');
    for (const secret of [ticket, 'ST-secret-ticket']) {
      expect(school.logged).not.toContain(secret);
      for (const { text } of rows) expect(text).not.toContain(secret);
    }
  });
});
