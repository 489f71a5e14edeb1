import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEventNode, type TestEventNode } from '../testing/engines.ts';
import { connectEventLog, type EventLog } from './event-log.ts';

let node: TestEventNode;
let log: EventLog;

beforeAll(async () => {
  node = await startTestEventNode();
  log = connectEventLog(node.url, { name: 'test' });
});

afterAll(async () => {
  await log.close();
  await node.stop();
});

/**
 * Writers that append one event after the other to a stream of their own until they are told to stop; answers the
 * acknowledged ids by stream.
 */
function startWriters(count: number): { progress(): Promise<void>; stop(): Promise<Map<string, string[]>> } {
  const run = randomUUID();
  let going = true;
  const acknowledged = new Map<string, string[]>();
  const writing = Array.from({ length: count }, async (_, writer) => {
    const stream = `writer-${run}-${writer}`;
    const ids: string[] = [];
    acknowledged.set(stream, ids);
    while (going) {
      const id = randomUUID();
      await log.append(stream, [{ id, type: 'Written', data: { writer, number: ids.length }, metadata: {} }], {
        expectedRevision: ids.length === 0 ? 'no_stream' : BigInt(ids.length - 1),
        retryForMs: 60_000,
      });
      ids.push(id);
    }
  });
  const written = (): number => [...acknowledged.values()].reduce((sum, ids) => sum + ids.length, 0);
  return {
    /** Waits until they are at work: so many more appends are acknowledged as there are writers, twice. */
    async progress() {
      const before = written();
      await expect.poll(written).toBeGreaterThanOrEqual(before + 2 * count);
    },
    async stop() {
      going = false;
      await Promise.all(writing);
      return acknowledged;
    },
  };
}

async function stored(stream: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const event of log.readStream(stream)) ids.push(event.id);
  return ids;
}

async function expectExactly(acknowledged: ReadonlyMap<string, readonly string[]>): Promise<void> {
  for (const [stream, ids] of acknowledged) expect(await stored(stream)).toEqual(ids);
}

test('appends go on over kills of the store, each written once', async () => {
  const writers = startWriters(32);
  for (let kill = 0; kill < 3; kill += 1) {
    await writers.progress();
    await node.kill();
    await node.restart();
  }
  await writers.progress();
  await expectExactly(await writers.stop());
});

test('a store that hangs for longer than an append waits does no harm when its late answers come', async () => {
  const writers = startWriters(32);
  await writers.progress();
  process.kill(node.pid, 'SIGSTOP');
  // An append waits for five seconds: the time itself is the subject.
  await new Promise((resolve) => setTimeout(resolve, 6_500));
  process.kill(node.pid, 'SIGCONT');
  await writers.progress();
  await expectExactly(await writers.stop());
});

test('closing ends an idle log and one in the middle of appends', async () => {
  const other = connectEventLog(node.url, { name: 'closing' });
  await other.append(`closing-${randomUUID()}`, [{ id: randomUUID(), type: 'Written', data: {}, metadata: {} }], {
    expectedRevision: 'no_stream',
  });
  await other.close();
  const busy = connectEventLog(node.url, { name: 'closing' });
  const pending = Array.from({ length: 8 }, () =>
    busy.append(`closing-${randomUUID()}`, [{ id: randomUUID(), type: 'Written', data: {}, metadata: {} }], {
      expectedRevision: 'no_stream',
      retryForMs: 0,
    }),
  );
  const settled = Promise.allSettled(pending);
  await busy.close();
  await settled;
});
