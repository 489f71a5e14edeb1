import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestNode, type TestNode } from '@jwxt/eventstore/testing/test-node.ts';
import { connectEventLog, type EventLog, type EventToAppend } from './event-log.ts';
import { EventLogUnavailable } from './event-log-errors.ts';

const nodes: TestNode[] = [];
const logs: EventLog[] = [];
/** A log over one node, or over whichever of several the client finds first, as after an election. */
function open(...over: readonly TestNode[]): EventLog {
  const log = connectEventLog(`esdb://${over.map(({ port }) => `127.0.0.1:${port}`).join(',')}?tls=false`, {
    name: 'reading-test',
  });
  logs.push(log);
  return log;
}

let current: TestNode;
let lagging: TestNode;
beforeAll(async () => {
  [current, lagging] = await Promise.all([startTestNode(), startTestNode()]);
  nodes.push(current, lagging);
});
afterAll(async () => {
  await Promise.all(logs.map((log) => log.close()));
  await Promise.all(nodes.map((node) => node.close()));
});

const event = (id: string = randomUUID(), number = 0): EventToAppend => ({
  id,
  type: 'Written',
  data: { number },
  metadata: {},
});
async function revisions(events: AsyncIterable<{ readonly revision: bigint }>): Promise<number[]> {
  const found: number[] = [];
  for await (const { revision } of events) found.push(Number(revision));
  return found;
}

test('a read of the whole log gives every event, also of equal id and revision in different streams', async () => {
  const log = open(current);
  const run = randomUUID();
  const ids = Array.from({ length: 300 }, () => randomUUID());
  for (const [number, id] of ids.entries()) {
    for (const side of ['a', 'b'])
      await log.append(`pair-${run}-${number}-${side}`, [event(id, number)], { expectedRevision: 'no_stream' });
  }
  const inOrder = async (direction: 'forwards' | 'backwards'): Promise<string[]> => {
    const found: string[] = [];
    for await (const { stream } of log.readAll({ direction })) if (stream.startsWith(`pair-${run}`)) found.push(stream);
    return found;
  };
  const written = ids.flatMap((_id, number) => ['a', 'b'].map((side) => `pair-${run}-${number}-${side}`));
  expect(await inOrder('forwards')).toEqual(written);
  expect(await inOrder('backwards')).toEqual(written.toReversed());
  const stretches: number[] = [];
  for await (const { length } of log.readAllStretches()) stretches.push(length);
  // What arrives together is handed over together, not one by one.
  expect(Math.max(...stretches)).toBeGreaterThan(10);
});

test('a read that must contain a revision goes on elsewhere when the node that answers lacks it', async () => {
  const stream = `behind-${randomUUID()}`;
  const unknown = `unknown-${randomUUID()}`;
  const events = Array.from({ length: 3 }, (_, number) => event(randomUUID(), number));
  await open(lagging).append(stream, events.slice(0, 1), { expectedRevision: 'no_stream' });
  await open(current).append(stream, events, { expectedRevision: 'no_stream' });
  await open(current).append(unknown, events, { expectedRevision: 'no_stream' });
  const seen = new Set<number>();
  // Which node answers is chance: until both did.
  for (let round = 0; round < 40 && (round < 2 || seen.size < 2); round += 1) {
    const either = open(lagging, current);
    seen.add((await revisions(either.readStream(stream))).length);
    expect(await revisions(open(lagging, current).readStream(stream, { reaches: 2n }))).toEqual([0, 1, 2]);
    expect(await revisions(open(lagging, current).readStream(stream, { fromRevision: 1n, reaches: 2n }))).toEqual([
      1, 2,
    ]);
    expect(await revisions(open(lagging, current).readStream(stream, { maxCount: 2, reaches: 1n }))).toEqual([0, 1]);
    // The node that lags does not know the stream at all.
    expect(await revisions(open(lagging, current).readStream(unknown, { maxCount: 3, reaches: 2n }))).toEqual([
      0, 1, 2,
    ]);
  }
  expect([...seen].toSorted((a, b) => a - b)).toEqual([1, 3]);
});

test('a read that no node can complete says that the store is unavailable', async () => {
  const stream = `short-${randomUUID()}`;
  const log = open(current);
  await log.append(stream, [event()], { expectedRevision: 'no_stream' });
  await expect(revisions(log.readStream(stream, { reaches: 1n }))).rejects.toThrow(EventLogUnavailable);
});
