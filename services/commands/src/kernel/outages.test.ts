import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applicationStream } from '@jwxt/contracts/approval/application.events.ts';
import { startTestEventNode, type TestEventNode } from '@jwxt/infra/testing/engines.ts';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';
import { childOf, openChild, openingRoutes } from '../testing/opening-route.ts';

const wait = { timeout: 25_000, interval: 50 };

let node: TestEventNode;
let t: TestApp;
beforeAll(async () => {
  node = await startTestEventNode();
  t = await startTestApp({ routes: openingRoutes, policies: [openChild()] }, node);
});
afterAll(async () => {
  await t.stop();
});

const length = async (applyId: string) => (await t.stream(applicationStream(applyId))).length;

test('commands under way when the event store is killed are all there once, with effects; none is parked', async () => {
  const ids = Array.from({ length: 60 }, () => randomUUID());
  const sent = ids.map(async (applyId) => {
    // As the gateway does: the same command again until it is answered.
    const commandId = randomUUID();
    for (;;) {
      const outcome = await t.send('test.open', { applyId }, { commandId });
      if (outcome.status === 'accepted' || outcome.code !== 'SERVICE_UNAVAILABLE') return outcome.status;
    }
  });
  await expect.poll(() => length(ids[0] ?? ''), wait).toBe(1);
  await node.kill();
  await node.restart();
  expect(await Promise.all(sent)).toEqual(ids.map(() => 'accepted'));
  for (const applyId of ids) expect(await length(applyId)).toBe(1);
  await expect
    .poll(async () => (await Promise.all(ids.map((applyId) => length(childOf(applyId))))).every((n) => n === 1), wait)
    .toBe(true);
  const { rows } = await t.app.services.pool.query('select * from commands.policy_parked');
  expect(rows).toEqual([]);
});

test('after the event store came back, the log is followed again by itself', async () => {
  await node.kill();
  await node.restart();
  const applyId = randomUUID();
  expect(await t.send('test.open', { applyId })).toMatchObject({ status: 'accepted' });
  const policies = async () =>
    (await t.ask('/health/ready')).json<{ ready: boolean; checks: { policies: { detail: { status: string } } } }>();
  await expect.poll(async () => (await policies()).checks.policies.detail.status, wait).toBe('live');
  expect((await policies()).ready).toBe(true);
});
