import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEventStore, type TestEventStore } from '../testing/engines.ts';
import { createEventLogConnection } from './event-log-connection.ts';
import { openRead } from './event-log-read-call.ts';
import { connectEventLog, type EventLog } from './event-log.ts';
import { shareOf } from './shared-log.ts';

let store: TestEventStore;
let log: EventLog;
beforeAll(async () => {
  store = await startTestEventStore();
  log = connectEventLog(store.url, { name: 'test' });
});
afterAll(async () => {
  await log.close();
  await store.stop();
});

const written = () => [{ id: randomUUID(), type: 'T', data: {}, metadata: {} }];

test('150 subscriptions and 150 reads at once do not keep each other waiting, at 100 calls a connection', async () => {
  const seen = new Set<number>();
  const subscriptions = Array.from({ length: 150 }, (_, index) =>
    log.subscribeToAll({
      name: `many-${index}`,
      from: 'start',
      filter: { streamPrefixes: ['many-'] },
      onEvents: () => void seen.add(index),
    }),
  );
  await log.append('many-1', written(), { expectedRevision: 'no_stream' });
  await expect.poll(() => seen.size).toBe(150);
  const reads = await Promise.all(
    Array.from({ length: 300 }, async () => {
      let count = 0;
      for await (const _ of log.readStream('many-1')) count += 1;
      return count;
    }),
  );
  expect(reads).toEqual(Array.from({ length: 300 }, () => 1));
  await Promise.all(subscriptions.map((subscription) => subscription.close()));
});

test('a read that stands open among many others lets them pass, and gives its place back when it is left', async () => {
  await log.append('open-1', [...written(), ...written()], { expectedRevision: 'no_stream' });
  for (let round = 0; round < 200; round += 1) for await (const _ of log.readStream('open-1')) break;
  for await (const _ of log.readStream('open-1')) {
    const last = [];
    for await (const event of log.readStream('open-1', { direction: 'backwards', maxCount: 1 }))
      last.push(event.revision);
    expect(last).toEqual([1n]);
  }
});

test('what arrives between looking and waiting is not waited for', async () => {
  await log.append('heard-1', written(), { expectedRevision: 'no_stream' });
  const call = await openRead(
    createEventLogConnection(store.url, 'heard').current(),
    {
      follow: 'start',
      filter: { streamPrefixes: [`${shareOf(store.url).share?.streamPrefix ?? ''}heard-`] },
      checkpointInterval: 32,
    },
    { requiresLeader: false, ahead: 100 },
  );
  try {
    while (!call.said.caughtUp) await call.news();
    expect(call.take(100)).toHaveLength(1);
    // Nothing more is there; now something comes, and only then is it waited for.
    await log.append('heard-2', written(), { expectedRevision: 'no_stream' });
    await expect.poll(() => call.waiting).toBe(1);
    await call.news();
    expect(call.take(100)).toHaveLength(1);
  } finally {
    call.cancel();
  }
});
