import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startScriptedStore, type ScriptedAnswer, type ScriptedStore } from '../testing/scripted-store.ts';
import { EventLogUnavailable } from './event-log-errors.ts';
import { connectEventLog, type EventLog } from './event-log.ts';

let store: ScriptedStore;
let log: EventLog;
beforeAll(async () => {
  store = await startScriptedStore();
  log = connectEventLog(store.url, { name: 'test' });
});
afterAll(async () => {
  await log.close();
  await store.close();
});

const notLeader = { exception: 'not-leader', 'leader-endpoint-host': '127.0.0.1', 'leader-endpoint-port': '2113' };
const empty = 'google.protobuf.Empty';

/** As the server's source says it, 23.10 to 25.0. */
const appendAnswers: readonly ScriptedAnswer[] = [
  { type: empty, says: 'Server Is Not Ready' },
  { type: empty, says: 'Server Is Busy' },
  { type: empty, says: 'No leader info available in response' },
  { type: 'event_store.client.Timeout', says: 'Timeout', code: 4 },
  { type: 'event_store.client.Unknown', says: 'Unknown', code: 2 },
  { ends: 5, says: 'Leader info available', trailers: notLeader },
  { ends: 14, says: 'Server Is Not Ready' },
  { ends: 2, says: 'No leader info available in response' },
  { ends: 4, says: 'Deadline Exceeded' },
  { ends: 10, says: 'Operation timed out: Commit phase timeout' },
  { ends: 0, says: 'nothing, and the call is over' },
];
const readAnswers: readonly ScriptedAnswer[] = [
  { ends: 14, says: 'Server Is Not Ready' },
  { ends: 14, says: 'Server Is Too Busy' },
  { ends: 2, says: 'No leader info available in response' },
  { ends: 10, says: 'Operation timed out: Commit phase timeout' },
  { ends: 5, says: 'Leader info available', trailers: notLeader },
];

test.each(appendAnswers)('an append is repeated as it was after $says', async (answer) => {
  store.came.length = 0;
  store.appends.push(answer, answer);
  await log.append('s', [{ id: randomUUID(), type: 'T', data: {}, metadata: {} }], { expectedRevision: 'no_stream' });
  // On a busy machine a repeat is asked for twice.
  expect(store.appends).toEqual([]);
  expect(store.came.length).toBeGreaterThanOrEqual(3);
  expect(new Set(store.came).size).toBe(1);
});

test.each(readAnswers)('a read goes on after $says', async (answer) => {
  store.reads.push(answer, answer);
  const read = log.readStream('none');
  for await (const event of read) expect(event).toBeUndefined();
  expect(read.notFound).toBe(true);
  expect(store.reads).toEqual([]);
});

test('a read that hears nothing goes on over another connection', async () => {
  store.reads.push({ silent: true });
  const read = log.readStream('none');
  for await (const event of read) expect(event).toBeUndefined();
  expect(read.notFound).toBe(true);
  expect(store.reads).toEqual([]);
});

test('a call over before its last answers came loses no append: the unanswered are repeated as they were', async () => {
  store.came.length = 0;
  store.appends.push(...Array.from({ length: 16 }, (): ScriptedAnswer => ({ succeeds: true })), { ends: 0, says: '' });
  await Promise.all(
    Array.from({ length: 20 }, (_, number) =>
      log.append(`s-${number}`, [{ id: randomUUID(), type: 'T', data: { number }, metadata: {} }], {
        expectedRevision: 'no_stream',
      }),
    ),
  );
  expect(new Set(store.came).size).toBe(20);
  expect(store.came.length).toBeGreaterThan(20);
});

test('an append that no node takes is unavailable when patience ends', async () => {
  store.appends.push(
    ...Array.from({ length: 100 }, (): ScriptedAnswer => ({ type: empty, says: 'Server Is Not Ready' })),
  );
  await expect(
    log.append('s', [{ id: randomUUID(), type: 'T', data: {}, metadata: {} }], {
      expectedRevision: 'no_stream',
      retryForMs: 300,
    }),
  ).rejects.toBeInstanceOf(EventLogUnavailable);
  store.appends.length = 0;
});

test('what another process may be writing is asked for again soon, and whichever answer is first counts', async () => {
  const written = (): Promise<unknown> =>
    log.append('s', [{ id: randomUUID(), type: 'T', data: {}, metadata: {} }], {
      expectedRevision: 'no_stream',
      retryForMs: 0,
      mayBeUnderWay: true,
    });
  store.came.length = 0;
  store.appends.push({ silent: true });
  expect(await written()).toMatchObject({ repeated: true });
  expect(store.came).toHaveLength(2);
  expect(new Set(store.came).size).toBe(1);
  expect(await written()).toMatchObject({ repeated: false });
  store.appends.push({ silent: true }, { type: 'event_store.client.AccessDenied', says: 'AccessDenied', code: 7 });
  await expect(written()).rejects.toThrow('append to s failed');
});

test('a repeat after a lost connection is asked for twice too, if the store is still busy with the first', async () => {
  store.came.length = 0;
  store.appends.push({ ends: 14, says: 'connection lost' }, { silent: true });
  // Less than an append waits for an answer.
  expect(
    await log.append('s', [{ id: randomUUID(), type: 'T', data: {}, metadata: {} }], {
      expectedRevision: 'no_stream',
      retryForMs: 2_000,
    }),
  ).toMatchObject({ repeated: true });
  expect(store.came.length).toBeGreaterThanOrEqual(3);
  expect(new Set(store.came).size).toBe(1);
});

test('an append that was refused for good is not repeated', async () => {
  store.came.length = 0;
  store.appends.push({ type: 'event_store.client.AccessDenied', says: 'AccessDenied', code: 7 });
  await expect(
    log.append('s', [{ id: randomUUID(), type: 'T', data: {}, metadata: {} }], { expectedRevision: 'no_stream' }),
  ).rejects.toThrow('append to s failed');
  expect(store.came).toHaveLength(1);
});

test('what decides, and who asks for the end of the log, asks the node that leads', async () => {
  const other = connectEventLog(store.url, { name: 'leader' });
  store.forLeader.length = 0;
  await other.append('s', [{ id: randomUUID(), type: 'T', data: {}, metadata: {} }], { expectedRevision: 'no_stream' });
  for await (const event of other.readStream('none', { fromLeader: true })) expect(event).toBeUndefined();
  await other.lastPosition().catch(() => undefined);
  for await (const event of other.readStream('none')) expect(event).toBeUndefined();
  expect(store.forLeader).toEqual([true, true, true, false]);
  await other.close();
});

test('a node that names the leader is left for it', async () => {
  const leader = await startScriptedStore();
  const follower = await startScriptedStore();
  const other = connectEventLog(follower.url, { name: 'follower' });
  const port = new URL(leader.url).port;
  const toLeader: ScriptedAnswer = {
    ends: 5,
    says: 'Leader info available',
    trailers: { ...notLeader, 'leader-endpoint-port': port },
  };
  follower.appends.push(toLeader);
  follower.reads.push(toLeader);
  await other.append('s', [{ id: randomUUID(), type: 'T', data: {}, metadata: {} }], { expectedRevision: 'no_stream' });
  for await (const event of other.readStream('none', { fromLeader: true })) expect(event).toBeUndefined();
  expect([follower.forLeader, leader.forLeader]).toEqual([
    [true, true],
    [true, true],
  ]);
  await other.close();
  await Promise.all([leader.close(), follower.close()]);
});
