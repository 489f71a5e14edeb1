import cookie from '@fastify/cookie';
import { SESSION_COOKIE } from '@jwxt/contracts/kernel/transport.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { createAdmission, guardBodies } from './admission.ts';
import type { Services } from './services.ts';

async function guarded(): Promise<{
  app: FastifyInstance;
  signIn: Awaited<ReturnType<typeof createAdmission>>['signIn'];
}> {
  const app = Fastify();
  guardBodies(app);
  const { signIn } = await createAdmission(app, {} as Services, {
    allowedOrigins: [],
    rateLimits: { perCaller: 10, signIns: 10 },
  });
  return { app, signIn };
}

describe('no body is read of somebody who was not let in', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)(
    'a route planted for %s without admission is refused when the app is put together',
    async (method) => {
      const { app } = await guarded();
      expect(() => app.route({ method, url: '/planted', handler: () => 'x' })).toThrow(
        `${method} /planted reads bodies without admission`,
      );
    },
  );

  it('also with another hook in its place, and inside a plugin', async () => {
    const { app } = await guarded();
    expect(() => app.post('/planted', { onRequest: () => Promise.resolve() }, () => 'x')).toThrow(
      'reads bodies without admission',
    );
    void app.register(async (scope) => void scope.post('/planted', () => 'x'));
    await expect(app.ready()).rejects.toThrow('reads bodies without admission');
  });

  it('a route that lets people in is taken, and one that has no body', async () => {
    const { app, signIn } = await guarded();
    app.post('/sign-in', { onRequest: signIn }, () => 'x');
    app.get('/page', () => 'x');
    await app.ready();
  });
});

it('after too many false cookies an address has no more looked up, but for those valid a moment ago', async () => {
  const app = Fastify();
  await app.register(cookie);
  const asked: string[] = [];
  const services = {
    clock: () => new Date(),
    principals: { get: (userName: string) => Promise.resolve({ userName }) },
    sessions: {
      find(value: string) {
        asked.push(value);
        return Promise.resolve(value === 'good' ? { userName: 'dean1' } : null);
      },
    },
  } as unknown as Services;
  const { signedIn } = await createAdmission(app, services, {
    allowedOrigins: [],
    rateLimits: { perCaller: 5, signIns: 5 },
  });
  app.get('/', { onRequest: signedIn(null) }, () => 'x');
  const call = async (value: string) =>
    (await app.inject({ url: '/', headers: { cookie: `${SESSION_COOKIE}=${value}` } })).statusCode;
  expect(await call('good')).toBe(200);
  for (let at = 0; at < 9; at += 1) await call(`invented${at}`);
  expect(asked).toEqual(['good', 'invented0', 'invented1', 'invented2', 'invented3', 'invented4']);
  expect(await call('good')).toBe(200);
});
