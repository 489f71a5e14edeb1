import fastify from 'fastify';
import { expect, it } from 'vitest';
import { createHealthRegistry, registerHealthRoutes, type HealthState } from './health.ts';

it('is ready while no probe is down, says which one is, and is not while it drains', async () => {
  const health = createHealthRegistry('small');
  const app = fastify();
  registerHealthRoutes(app, health, ['operator', undefined]);
  const ready = async () => {
    const answer = await app.inject({ url: '/health/ready', headers: { authorization: 'Bearer operator' } });
    return { status: answer.statusCode, checks: answer.json<{ checks: Record<string, HealthState> }>().checks };
  };
  let state: HealthState = { status: 'degraded', detail: 'slow' };
  health.register('disk', () => state);
  expect(await ready()).toEqual({ status: 200, checks: { disk: state } });
  state = { status: 'down', detail: 'full' };
  expect(await ready()).toEqual({ status: 503, checks: { disk: state } });
  health.register('disk', () => Promise.reject(new Error('gone')));
  expect(await ready()).toEqual({ status: 503, checks: { disk: { status: 'down', detail: 'gone' } } });
  health.register('disk', () => ({ status: 'up' }));
  health.startDraining();
  expect(await ready()).toEqual({
    status: 503,
    checks: { disk: { status: 'up' }, drain: { status: 'down', detail: '正在停止' } },
  });
  expect((await app.inject('/health/live')).statusCode).toBe(200);
  // Why is only for who shows the token: it names addresses, positions and errors.
  for (const authorization of ['', 'Bearer undefined', 'Bearer other']) {
    const told = await app.inject({ url: '/health/ready', headers: { authorization } });
    expect([told.statusCode, told.json()]).toEqual([503, { service: 'small', ready: false }]);
  }
});

it('has started from the first time that all is there; what is caught up on later does not count', async () => {
  const health = createHealthRegistry('small');
  let tables: HealthState = { status: 'down' };
  health.register('tables', () => tables);
  health.register('lag', () => ({ status: 'down' }), { startup: false });
  expect(await health.startup()).toMatchObject({ ready: false });
  tables = { status: 'up' };
  expect(await health.startup()).toEqual({ service: 'small', ready: true, checks: { tables: { status: 'up' } } });
  tables = { status: 'down' };
  expect(await health.startup()).toMatchObject({ ready: true });
  expect(await health.report()).toMatchObject({ ready: false });
});

it('however many ask at once, a probe is asked once, and only who shows a token is told what it said', async () => {
  const health = createHealthRegistry('public');
  const app = fastify();
  registerHealthRoutes(app, health, ['operator', undefined]);
  let asked = 0;
  const gate = Promise.withResolvers<void>();
  health.register('database', async () => {
    asked += 1;
    await gate.promise;
    throw new Error('connect ECONNREFUSED 10.0.0.5:5432');
  });
  const ready = async (headers = {}) => (await app.inject({ url: '/health/ready', headers })).json<object>();
  const answers = Promise.all([
    ready(),
    ready(),
    ready({ authorization: 'Bearer guess' }),
    ready({ authorization: 'Bearer operator' }),
  ]);
  await expect.poll(() => asked).toBe(1);
  gate.resolve();
  const short = { service: 'public', ready: false };
  expect(await answers).toEqual([
    short,
    short,
    short,
    { ...short, checks: { database: { status: 'down', detail: 'connect ECONNREFUSED 10.0.0.5:5432' } } },
  ]);
  expect(asked).toBe(1);
  expect(await ready()).toEqual(short);
  expect(asked).toBe(2);
});
