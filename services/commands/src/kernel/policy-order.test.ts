import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventHistory } from '@jwxt/contracts/all-events.ts';
import type { EventHistory } from '@jwxt/contracts/kernel/event-history.ts';
import { applicationStream } from '@jwxt/contracts/approval/application.events.ts';
import { connectEventLog } from '@jwxt/infra/runtime/event-log.ts';
import { createLogger } from '@jwxt/infra/runtime/logger.ts';
import type { CommandsApp } from '../app.ts';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';
import { openingRoutes } from '../testing/opening-route.ts';
import type { Policy } from './command-route.ts';
import { countParked, createPolicyStore } from './policy-parking.ts';
import { PolicyRefused } from './policy-refused.ts';
import { createPolicyRuntime } from './policy-runtime.ts';
import { followWithPolicies } from './policy-worker.ts';

const wait = { interval: 20 };
const types: Policy['types'] = ['ApplicationSubmitted', 'ApplicationRecalled'];

let t: TestApp;
/** Appends, and lets nothing react: as a process that dies before it could. */
let silent: CommandsApp;
beforeAll(async () => {
  t = await startTestApp({ routes: openingRoutes, policies: [], followLog: false });
  silent = t.app;
});
afterAll(() => t.stop());

const rows = async (sql: string, values: unknown[] = []) =>
  (await t.app.services.pool.query<Record<string, unknown>>(sql, values)).rows;
const open = (applyId: string, to: CommandsApp, round = 1) => t.send('test.open', { applyId, round }, {}, to);
const recall = (applyId: string, to: CommandsApp) => t.send('test.recall', { applyId }, {}, to);

/**
 * A policy that writes down the revisions of one stream that it has carried out, and may refuse some, or fail
 * otherwise.
 */
function noting(
  applyId: string,
  name: string,
  refuses: (revision: number) => boolean | Error = () => false,
  more: Partial<Policy> = {},
) {
  const carriedOut: number[] = [];
  const policy: Policy = {
    name,
    types,
    start: 'beginning',
    react(event) {
      if (event.stream !== applicationStream(applyId)) return Promise.resolve(null);
      const failure = refuses(event.revision);
      if (failure)
        return Promise.reject(failure === true ? new PolicyRefused('test', { code: 'APPROVAL_NOT_FOUND' }) : failure);
      carriedOut.push(event.revision);
      return Promise.resolve(null);
    },
    ...more,
  };
  return { policy, carriedOut };
}

// Also right after a command.
test('what one process parks holds back its stream in another too; a replay anywhere does them in order', async () => {
  const applyId = randomUUID();
  let broken = true;
  const parking = noting(applyId, 'test.order', (revision) => broken && revision === 0);
  const other = noting(applyId, 'test.order');
  const [one, two] = [
    t.another({ policies: [parking.policy], followLog: true }),
    t.another({ policies: [other.policy] }),
  ];
  const parked = () =>
    rows(`select revision from commands.policy_parked where policy = 'test.order' order by revision`);
  try {
    await open(applyId, silent);
    await expect.poll(parked, wait).toEqual([{ revision: 0 }]);
    expect(await recall(applyId, two)).toMatchObject({ status: 'accepted' });
    expect(other.carriedOut).toEqual([]);
    await expect.poll(parked, wait).toEqual([{ revision: 0 }, { revision: 1 }]);
    broken = false;
    expect(await t.send('system.replayParked', {}, {}, two)).toMatchObject({ result: { replayed: 2, remaining: 0 } });
    expect(other.carriedOut).toEqual([0, 1]);
    // Nothing is parked any more, so the next one is carried out at once, in either.
    await open(applyId, two, 2);
    expect(other.carriedOut).toEqual([0, 1, 2]);
  } finally {
    await Promise.all([one.close(), two.close()]);
  }
});

test('what a process that died had not carried out comes before what the next one writes', async () => {
  const applyId = randomUUID();
  const next = noting(applyId, 'test.orderAfterDeath');
  const app = t.another({ policies: [next.policy] });
  try {
    await open(applyId, silent);
    await recall(applyId, app);
    expect(next.carriedOut).toEqual([0, 1]);
    await open(applyId, silent, 2);
    await recall(applyId, app);
    expect(next.carriedOut).toEqual([0, 1, 2, 3]);
  } finally {
    await app.close();
  }
});

test('a policy that is new starts where it declares, and under a new name it goes on where it was', async () => {
  const applyId = randomUUID();
  await open(applyId, silent);
  const first = noting(applyId, 'test.former');
  const late = noting(applyId, 'test.late', undefined, { start: 'now' });
  const before = t.another({ policies: [first.policy, late.policy], followLog: true });
  const checkpoints = () =>
    rows(`select policy from commands.policy_checkpoint where policy = any($1) order by 1`, [
      ['test.former', 'test.late', 'test.renamed'],
    ]);
  await expect.poll(() => first.carriedOut, wait).toEqual([0]);
  await expect.poll(checkpoints, wait).toEqual([{ policy: 'test.former' }, { policy: 'test.late' }]);
  await before.close();
  expect(late.carriedOut).toEqual([]);
  // Not carried out by anybody while nobody follows the log.
  await recall(applyId, silent);
  const renamed = noting(applyId, 'test.renamed', undefined, { formerly: ['test.former'] });
  const after = t.another({ policies: [renamed.policy, late.policy], followLog: true });
  try {
    await expect.poll(() => [renamed.carriedOut, late.carriedOut], wait).toEqual([[1], [1]]);
    expect(await checkpoints()).toEqual([{ policy: 'test.late' }, { policy: 'test.renamed' }]);
  } finally {
    await after.close();
  }
});

test('who follows the log leaves an event to who wrote it for a moment', async () => {
  const applyId = randomUUID();
  const reacted = Promise.withResolvers<number>();
  const following = t.another({
    policies: [
      { ...noting(applyId, 'test.headStart', () => (reacted.resolve(Date.now()), false)).policy, start: 'now' },
    ],
    followLog: true,
  });
  try {
    await expect
      .poll(() => rows(`select 1 as known from commands.policy_checkpoint where policy = 'test.headStart'`), wait)
      .toEqual([{ known: 1 }]);
    const written = Date.now();
    await open(applyId, silent);
    // Timers may be a millisecond early.
    expect((await reacted.promise) - written).toBeGreaterThanOrEqual(195);
  } finally {
    await following.close();
  }
});

test('who follows the log does not read again what this process has dealt with', async () => {
  const applyId = randomUUID();
  const read: string[] = [];
  const history: EventHistory = {
    ...eventHistory,
    read: (name, metadata, data) => (read.push(name), eventHistory.read(name, metadata, data)),
  };
  const { policy, carriedOut } = noting(applyId, 'test.readOnce', undefined, { start: 'now' });
  const app = t.another({ policies: [policy], followLog: true, history });
  const reached = async () =>
    (
      await rows(
        `select commit_position::text as commit from commands.policy_checkpoint where policy = 'test.readOnce'`,
      )
    )[0]?.commit;
  try {
    await expect.poll(reached, wait).toBeDefined();
    const before = await reached();
    await open(applyId, app);
    expect(carriedOut).toEqual([0]);
    await expect.poll(reached, wait).not.toBe(before);
    expect(read).toEqual([]);
    // What another process wrote is read, and dealt with.
    await recall(applyId, silent);
    await expect.poll(() => carriedOut, wait).toEqual([0, 1]);
    expect(read).toEqual(['ApplicationRecalled']);
  } finally {
    await app.close();
  }
});

test('different streams are dealt with side by side', async () => {
  const [firstId, secondId] = [randomUUID(), randomUUID()];
  await open(firstId, silent);
  await open(secondId, silent);
  const second = Promise.withResolvers<undefined>();
  const done: string[] = [];
  const policy: Policy = {
    name: 'test.sideBySide',
    types,
    start: 'beginning',
    async react({ stream }) {
      if (stream === applicationStream(secondId)) second.resolve(undefined);
      // The first in the log waits for the one behind it.
      if (stream === applicationStream(firstId)) await second.promise;
      done.push(stream);
      return null;
    },
  };
  const following = t.another({ policies: [policy], followLog: true });
  try {
    await expect
      .poll(() => done, wait)
      .toEqual(expect.arrayContaining([applicationStream(secondId), applicationStream(firstId)]));
  } finally {
    second.resolve(undefined);
    await following.close();
  }
});

const busy = (): Error => Object.assign(new Error('deadlock detected'), { code: '40P01' });
const held = (policy: string) =>
  rows('select revision, retrying from commands.policy_parked where policy = $1 order by revision', [policy]);

// The others go on; the next leader carries it out too.
test('what gives way holds up its own stream only, and is carried out by itself, before what follows it', async () => {
  const [applyId, otherId] = [randomUUID(), randomUUID()];
  const waiting = noting(applyId, 'test.busy', busy);
  const elsewhere = noting(otherId, 'test.busy');
  const both: Policy = {
    ...waiting.policy,
    react: async (event, services) =>
      (await waiting.policy.react(event, services)) ?? (await elsewhere.policy.react(event, services)),
  };
  const first = t.another({ policies: [both], followLog: true });
  await open(applyId, silent);
  await recall(applyId, silent);
  await open(otherId, silent);
  await expect.poll(() => elsewhere.carriedOut, wait).toEqual([0]);
  await expect
    .poll(() => held('test.busy'), wait)
    .toEqual([
      { revision: 0, retrying: true },
      { revision: 1, retrying: true },
    ]);
  expect(await countParked(t.app.services.pool)).toBe(0);
  await first.close();
  expect(waiting.carriedOut).toEqual([]);
  let free = false;
  const later = noting(applyId, 'test.busy', () => (free ? false : busy()));
  const second = t.another({ policies: [later.policy], followLog: true });
  try {
    // Right after a command too, it waits behind what is held.
    await open(applyId, second, 2);
    expect(later.carriedOut).toEqual([]);
    free = true;
    await expect.poll(() => later.carriedOut, wait).toEqual([0, 1, 2]);
    await expect.poll(() => held('test.busy'), wait).toEqual([]);
  } finally {
    await second.close();
  }
});

test('what gives way too long, or then fails for good, waits for an administrator with what is behind it', async () => {
  const [applyId, failingId] = [randomUUID(), randomUUID()];
  let tries = 0;
  const waiting = noting(applyId, 'test.tooLong', busy);
  const failing = noting(failingId, 'test.tooLong', () => ((tries += 1) > 3 ? true : busy()));
  const policy: Policy = {
    ...waiting.policy,
    react: async (event, services) =>
      (await waiting.policy.react(event, services)) ?? (await failing.policy.react(event, services)),
  };
  const { services } = silent;
  const logger = createLogger('test', { level: 'silent' });
  const log = connectEventLog(t.events.url, { name: 'policy-order-test' });
  const store = createPolicyStore(services.pool);
  const runtime = createPolicyRuntime({ policies: [policy], services: () => services, log, store, logger });
  await open(applyId, silent);
  await recall(applyId, silent);
  await open(failingId, silent);
  const following = await followWithPolicies({ log, runtime, store, logger, patienceMs: 1_500, standstillMs: 100 });
  try {
    await expect
      .poll(() => held('test.tooLong'), wait)
      .toEqual([
        { revision: 0, retrying: false },
        { revision: 0, retrying: false },
        { revision: 1, retrying: false },
      ]);
    expect(
      await rows(
        `select reason from commands.policy_parked where policy = 'test.tooLong' and revision = 0 order by reason`,
      ),
    ).toEqual([{ reason: 'deadlock detected' }, { reason: expect.stringContaining('APPROVAL_NOT_FOUND') as string }]);
    expect(await countParked(services.pool)).toBe(3);
  } finally {
    await following.close();
    await log.close();
  }
});
