import { fastify, type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { requireSignature, type GuardOptions } from './internal-guard.ts';
import { createInternalClient } from './internal-http.ts';
import { CLOCK_TOLERANCE_MS, requestSigner, type Caller } from './request-signature.ts';

const secrets = { gateway: ['gateways-and-commands'], operator: ['operator-and-commands'] };
const post = { method: 'POST', path: '/commands/x?a=1', body: '{"actor":"teacher1"}' } as const;
let carriedOut: unknown[] = [];
let app: FastifyInstance | undefined;
afterEach(async () => {
  carriedOut = [];
  await app?.close();
});

function service(options: Partial<GuardOptions> = {}): FastifyInstance {
  app = fastify();
  requireSignature(app, { secrets, ...options });
  app.post('/commands/:name', ({ calledBy, body }) => {
    carriedOut.push(body);
    return { caller: calledBy, body };
  });
  app.get('/status', ({ calledBy }) => ({ caller: calledBy }));
  for (const path of ['/health/live', '/metrics']) app.get(path, ({ calledBy }) => ({ caller: calledBy }));
  return app;
}

/** What comes of a request; `signedOver` is what its sender signed where it is not what arrives. */
async function sent({
  by = 'gateway',
  secret = secrets[by][0]!,
  at,
  arrives = post,
  signedOver = arrives,
  type = 'application/json',
}: {
  by?: Caller;
  secret?: string;
  at?: number;
  arrives?: { method: 'GET' | 'POST'; path: string; body: string };
  signedOver?: typeof arrives;
  type?: string;
} = {}): Promise<{ status: number; body: { caller?: unknown; message?: string; body?: unknown } }> {
  const authorization = requestSigner(by, secret, () => at ?? Date.now())(signedOver);
  const { method, path, body } = arrives;
  const answer = await app!.inject({
    method,
    url: path,
    headers: { authorization, ...(body === '' ? {} : { 'content-type': type }) },
    ...(body === '' ? {} : { payload: body }),
  });
  return { status: answer.statusCode, body: answer.json() };
}

describe('a service of the product', () => {
  it('is told who calls, by their secret', async () => {
    service();
    expect(await sent()).toEqual({ status: 200, body: { caller: 'gateway', body: { actor: 'teacher1' } } });
    expect(await sent({ by: 'operator' })).toMatchObject({ status: 200, body: { caller: 'operator' } });
    expect(await sent({ arrives: { method: 'GET', path: '/status', body: '' } })).toEqual({
      status: 200,
      body: { caller: 'gateway' },
    });
  });

  it('refuses who has no secret, that of another pair, or none of its own', async () => {
    service({ secrets: { gateway: secrets.gateway } });
    for (const headers of [
      {},
      { authorization: 'Bearer gateways-and-commands' },
      { authorization: 'JWXT-HMAC-SHA256' },
    ]) {
      expect(
        (await app!.inject({ method: 'POST', url: post.path, headers, payload: { actor: 'admin' } })).statusCode,
      ).toBe(401);
      expect((await app!.inject({ url: '/status', headers })).statusCode).toBe(401);
    }
    for (const wrong of [
      { secret: 'gateways-and-projections' },
      { by: 'operator' as const },
      { by: 'operator' as const, secret: secrets.gateway[0]! },
      { by: 'somebody' as Caller, secret: secrets.gateway[0]! },
    ]) {
      expect(await sent(wrong)).toMatchObject({ status: 401 });
    }
    expect(carriedOut).toEqual([]);
  });

  it.each([
    ['another body', { arrives: { ...post, body: '{"actor":"admin"}' } }],
    ['another path', { arrives: { ...post, path: '/commands/y?a=1' } }],
    ['another query', { arrives: { ...post, path: '/commands/x?a=2' } }],
    ['a body left out', { arrives: { ...post, body: '' } }],
    [
      'another method',
      {
        arrives: { method: 'GET' as const, path: '/status', body: '' },
        signedOver: { method: 'POST' as const, path: '/status', body: '' },
      },
    ],
  ])('refuses %s than was signed', async (_what, changed) => {
    service();
    expect(await sent({ signedOver: post, ...changed })).toMatchObject({ status: 401 });
    expect(carriedOut).toEqual([]);
  });

  it('reads JSON and nothing else, and no keys that change what objects are', async () => {
    service();
    expect(await sent({ type: 'text/plain' })).toMatchObject({ status: 415 });
    expect(await sent({ arrives: { ...post, body: '{"__proto__":{"admin":true}}' } })).toMatchObject({ status: 400 });
    expect(carriedOut).toEqual([]);
  });

  it('bears clocks that are minutes apart, not requests that are older', async () => {
    const time = 1_800_000_000_000;
    service({ now: () => time });
    for (const apart of [-CLOCK_TOLERANCE_MS, 0, CLOCK_TOLERANCE_MS])
      expect(await sent({ at: time + apart }), String(apart)).toMatchObject({ status: 200 });
    for (const apart of [-1 - CLOCK_TOLERANCE_MS, 1 + CLOCK_TOLERANCE_MS]) {
      expect(await sent({ at: time + apart }), String(apart)).toMatchObject({
        status: 401,
        body: { message: '签名时间与本机时钟相差 300 秒（最多 300 秒），请校准各台机器的时间' },
      });
    }
  });

  it('believes two secrets of one caller while one replaces the other', async () => {
    service({ secrets: { gateway: ['new', 'old'] } });
    for (const [secret, status] of [
      ['new', 200],
      ['old', 200],
      ['older', 401],
    ] as const)
      expect(await sent({ secret }), secret).toMatchObject({ status });
  });

  it('takes whoever shows the former token for a gateway, only where it is set', async () => {
    const shown = async (): Promise<unknown> =>
      (
        await app!.inject({
          method: 'POST',
          url: post.path,
          headers: { authorization: 'Bearer former' },
          payload: { a: 1 },
        })
      ).json();
    service({ formerToken: 'former' });
    expect(await shown()).toEqual({ caller: 'gateway', body: { a: 1 } });
    await app!.close();
    service();
    expect(await shown()).toMatchObject({ code: '401' });
  });

  it('tells anybody its health, but whoever signs wrongly learns of it there', async () => {
    service();
    for (const path of ['/health/live', '/metrics']) {
      expect((await app!.inject(path)).json()).toEqual({ caller: null });
      expect((await app!.inject({ url: path, headers: { authorization: 'Bearer operator' } })).json()).toEqual({
        caller: null,
      });
      expect(await sent({ arrives: { method: 'GET', path, body: '' } })).toEqual({
        status: 200,
        body: { caller: 'gateway' },
      });
      expect(await sent({ arrives: { method: 'GET', path, body: '' }, secret: 'other' })).toMatchObject({
        status: 401,
      });
    }
  });

  it('is called by the client so, which is told why it was not believed and does not insist', async () => {
    const url = await service().listen({ host: '127.0.0.1', port: 0 });
    const call = (secret: string) =>
      createInternalClient(url, { caller: 'gateway', secret }).call(post.path, {
        body: { actor: '王老师' },
        retryForMs: 600_000,
      });
    expect(await call(secrets.gateway[0]!)).toEqual({
      status: 200,
      body: { caller: 'gateway', body: { actor: '王老师' } },
    });
    await expect(call('other')).rejects.toMatchObject({
      kind: 'not-believed',
      sent: false,
      message: 'internal call to /commands/x: not-believed (签名不符，请核对双方的密钥（gateway）)',
    });
  });
});
