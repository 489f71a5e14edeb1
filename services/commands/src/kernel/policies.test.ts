import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applicationStream } from '@jwxt/contracts/approval/application.events.ts';
import type { CommandsApp } from '../app.ts';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';
import { childOf, openChild, openingRoutes } from '../testing/opening-route.ts';
import { PolicyRefused } from './policy-refused.ts';

const wait = { interval: 20 };

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ routes: openingRoutes, policies: [openChild()], followLog: false });
});
afterAll(async () => {
  await t.stop();
});

const children = async (applyId: string) => (await t.stream(applicationStream(childOf(applyId)))).length;
const query = async (sql: string) => (await t.app.services.pool.query<Record<string, unknown>>(sql)).rows;

/** What the service says of its policies. */
async function policiesOf(app: CommandsApp): Promise<{ leading: boolean; parked: number; status?: string }> {
  const report = await t.ask('/health/ready', app);
  return report.json<{ checks: { policies: { detail: { leading: boolean; parked: number; status?: string } } } }>()
    .checks.policies.detail;
}

test('the effect of a policy is there when the command is answered, and the answered position covers it', async () => {
  const applyId = randomUUID();
  const outcome = await t.send('test.open', { applyId });
  expect(await children(applyId)).toBe(1);
  const [child] = await t.stream(applicationStream(childOf(applyId)));
  const [cause] = await t.stream(applicationStream(applyId));
  expect(child?.metadata).toMatchObject({
    actor: { userName: 'system' },
    causationId: cause?.id,
    correlationId: cause?.metadata.correlationId,
  });
  expect(outcome).toMatchObject({ status: 'accepted', position: await t.lastPosition() });
});

test('a process killed between append and reaction: the next one carries the effect out, once', async () => {
  const applyId = randomUUID();
  const script = fileURLToPath(new URL('../testing/dies-before-reacting.ts', import.meta.url));
  const dying = spawn(process.execPath, [script, applyId], {
    env: { ...process.env, DATABASE_URL: t.database.url, EVENTSTORE_URL: t.events.url },
    stdio: 'ignore',
  });
  const [, signal] = (await once(dying, 'exit')) as [number | null, string | null];
  expect(signal).toBe('SIGKILL');
  expect(await t.stream(applicationStream(applyId))).toHaveLength(1);
  expect(await children(applyId)).toBe(0);
  const next = t.another({ followLog: true });
  try {
    await expect.poll(() => children(applyId), wait).toBe(1);
  } finally {
    await next.close();
  }
  const third = t.another({ followLog: true });
  await third.close();
  expect(await children(applyId)).toBe(1);
});

test('what was dealt with before is not carried out again by a process that starts later', async () => {
  const first = t.another({ followLog: true });
  await t.send('test.open', { applyId: randomUUID() }, {}, first);
  await expect.poll(async () => (await policiesOf(first)).status, wait).toBe('live');
  await first.close();
  const seen: string[] = [];
  const second = t.another({
    followLog: true,
    policies: [
      openChild((applyId) => {
        seen.push(applyId);
      }),
    ],
  });
  try {
    const applyId = randomUUID();
    await t.send('test.open', { applyId });
    await expect.poll(() => seen.includes(applyId), wait).toBe(true);
    expect(seen).toEqual([applyId]);
  } finally {
    await second.close();
  }
});

test('policies a store led beyond any log look at the log again, and carry out what they had passed over', async () => {
  const applyId = randomUUID();
  const silent = t.another({ policies: [] });
  await t.send('test.open', { applyId }, {}, silent);
  await silent.close();
  expect(await children(applyId)).toBe(0);
  await query(`insert into commands.policy_checkpoint
    values ('test.openChild', 18446744073709551615, 18446744073709551615, now())
    on conflict (policy)
    do update set commit_position = excluded.commit_position, prepare_position = excluded.prepare_position`);
  const next = t.another({ followLog: true });
  try {
    await expect.poll(() => children(applyId), wait).toBe(1);
    await expect.poll(async () => (await policiesOf(next)).status, wait).toBe('live');
  } finally {
    await next.close();
  }
});

test('two processes: one follows the log, and the other takes over when it ends', async () => {
  const leads = async (app: CommandsApp) => (await policiesOf(app)).leading;
  const [one, two] = [t.another({ followLog: true }), t.another({ followLog: true })];
  await expect.poll(async () => Number(await leads(one)) + Number(await leads(two)), wait).toBe(1);
  const [leader, follower] = (await leads(one)) ? [one, two] : [two, one];
  await leader.close();
  try {
    await expect.poll(() => leads(follower), wait).toBe(true);
    const applyId = randomUUID();
    await t.send('test.open', { applyId });
    expect(await children(applyId)).toBe(1);
  } finally {
    await follower.close();
  }
});

test('a leader whose connection breaks follows the log again', async () => {
  const seen: string[] = [];
  const app = t.another({
    followLog: true,
    policies: [
      openChild((applyId) => {
        seen.push(applyId);
      }),
    ],
  });
  try {
    await expect.poll(async () => (await policiesOf(app)).status, wait).toBe('live');
    await query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'commands leader'`);
    const applyId = randomUUID();
    await t.send('test.open', { applyId });
    await expect.poll(() => seen.includes(applyId), wait).toBe(true);
  } finally {
    await app.close();
  }
});

// It is parked with its reason.
test('what a policy cannot do is parked, its stream waits, the rest goes on; a replay does them in order', async () => {
  const [bad, good] = [randomUUID(), randomUUID()];
  let broken = true;
  const order: string[] = [];
  const failing = openChild((applyId) => {
    if (applyId === bad && broken)
      throw new PolicyRefused('test', { code: 'APPROVAL_PROCESS_MISSING', details: { process: '测试' } });
    order.push(applyId);
  });
  const app = t.another({ followLog: true, policies: [failing] });
  try {
    expect(await t.send('test.open', { applyId: bad }, {}, app)).toMatchObject({ status: 'accepted' });
    await t.send('test.recall', { applyId: bad }, {}, app);
    await t.send('test.open', { applyId: bad, round: 2 }, {}, app);
    await t.send('test.open', { applyId: good }, {}, app);
    expect(await children(good)).toBe(1);
    await expect
      .poll(() => query('select revision, reason from commands.policy_parked order by revision'), wait)
      .toEqual([
        { revision: 0, reason: 'test: APPROVAL_PROCESS_MISSING 流程“测试”尚未配置或已停用，请联系教务处' },
        { revision: 1, reason: '等待同一业务更早的事件处理完成' },
        { revision: 2, reason: '等待同一业务更早的事件处理完成' },
      ]);
    expect(await policiesOf(app)).toMatchObject({ parked: 3 });
    expect(await t.send('system.replayParked', {}, {}, app)).toMatchObject({ result: { replayed: 0, remaining: 3 } });
    broken = false;
    order.length = 0;
    expect(await t.send('system.replayParked', {}, {}, app)).toMatchObject({ result: { replayed: 3, remaining: 0 } });
    expect(order).toEqual([bad, bad, bad]);
    expect(await children(bad)).toBe(1);
    expect(await query('select * from commands.policy_parked')).toEqual([]);
    // The stream is free again: its next reaction happens at once.
    await t.send('test.recall', { applyId: bad }, {}, app);
    expect(order).toHaveLength(4);
  } finally {
    await app.close();
  }
});

test.each([
  ['by accident', 2, () => new Error('accident')],
  [
    'because it gave way to others, for a while',
    5,
    () => Object.assign(new Error('deadlock detected'), { code: '40P01' }),
  ],
  ['because its stream moved on, for a while', 5, () => new PolicyRefused('test', { code: 'CONCURRENT_CHANGE' })],
])(
  'a policy that fails %s is tried again, and the command that set it off has succeeded all the same',
  async (_why, times, error) => {
    const applyId = randomUUID();
    let failures = times;
    const app = t.another({
      followLog: true,
      policies: [
        openChild((of) => {
          if (of !== applyId || failures === 0) return;
          failures -= 1;
          throw error();
        }),
      ],
    });
    try {
      expect(await t.send('test.open', { applyId }, {}, app)).toMatchObject({ status: 'accepted' });
      await expect.poll(() => children(applyId), wait).toBe(1);
      expect(await query('select * from commands.policy_parked')).toEqual([]);
    } finally {
      await app.close();
    }
  },
);
