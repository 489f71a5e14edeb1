import fastify from 'fastify';
import { expect, it } from 'vitest';
import { createHealthRegistry, registerHealthRoutes, type HealthState } from './health.ts';

it('is ready while no probe is down, says which one is, and is not while it drains', async () => {
  const health = createHealthRegistry('small');
  const app = fastify();
  registerHealthRoutes(app, health);
  const ready = async () => {
    const answer = await app.inject('/health/ready');
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
  expect(await ready()).toEqual({ status: 503, checks: { disk: { status: 'up' }, drain: { status: 'down', detail: '正在停止' } } });
  expect((await app.inject('/health/live')).statusCode).toBe(200);
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
