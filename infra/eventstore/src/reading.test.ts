import {
  BACKWARDS,
  binaryEvent,
  type EventStoreDBClient,
  END,
  type Position,
  START,
  StreamDeletedError,
  StreamNotFoundError,
} from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collect, event, events, startTestNode, type TestNode } from './testing/test-node.ts';

let node: TestNode;
beforeAll(async () => {
  node = await startTestNode();
});
afterAll(() => node.close());

type ReadStreamOptions = Parameters<EventStoreDBClient['readStream']>[1];
type ReadAllOptions = Parameters<EventStoreDBClient['readAll']>[0];

async function revisions(stream: string, options?: ReadStreamOptions): Promise<number[]> {
  return (await collect(node.client.readStream(stream, options))).map(({ event }) => Number(event!.revision));
}

describe('reading a stream', () => {
  const stream = 'reading';
  beforeAll(async () => {
    // Frames of one and of several events, some next to each other, some with others between.
    for (const count of [1, 3, 1, 1]) await node.client.appendToStream(stream, events(count));
    await node.client.appendToStream('between', events(2));
    for (const count of [2, 1, 1]) await node.client.appendToStream(stream, events(count));
  });

  it.each([
    { options: {}, expected: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] },
    { options: { fromRevision: START, maxCount: 3 }, expected: [0, 1, 2] },
    { options: { fromRevision: 2n, maxCount: 4 }, expected: [2, 3, 4, 5] },
    { options: { fromRevision: 9n }, expected: [9] },
    { options: { fromRevision: 10n }, expected: [] },
    { options: { fromRevision: 2n ** 63n - 1n }, expected: [] },
    { options: { direction: BACKWARDS, fromRevision: END }, expected: [9, 8, 7, 6, 5, 4, 3, 2, 1, 0] },
    { options: { direction: BACKWARDS, fromRevision: END, maxCount: 1 }, expected: [9] },
    { options: { direction: BACKWARDS, fromRevision: 7n, maxCount: 3 }, expected: [7, 6, 5] },
    { options: { direction: BACKWARDS, fromRevision: 2n }, expected: [2, 1, 0] },
    { options: { direction: BACKWARDS, fromRevision: 500n, maxCount: 2 }, expected: [9, 8] },
    { options: { direction: BACKWARDS, fromRevision: START }, expected: [0] },
  ] as { options: ReadStreamOptions; expected: number[] }[])(
    '$options gives $expected',
    async ({ options, expected }) => {
      expect(await revisions(stream, options)).toEqual(expected);
    },
  );

  it('tells the position of each event, the same as in $all and after a restart', async () => {
    const positions = async () =>
      (await collect(node.client.readStream(stream))).map(({ event, commitPosition }) => [
        event!.position,
        commitPosition,
      ]);
    const before = await positions();
    const all = (await collect(node.client.readAll())).filter(({ event }) => event!.streamId === stream);
    expect(all.map(({ event }) => [event!.position, event!.position.commit])).toEqual(before);
    await node.restart();
    expect(await positions()).toEqual(before);
    expect((await node.client.appendToStream(stream, event(), { expectedRevision: 9n })).nextExpectedRevision).toBe(
      10n,
    );
  });

  it('tells an unknown, a soft-deleted and a tombstoned stream apart', async () => {
    await expect(revisions('never')).rejects.toBeInstanceOf(StreamNotFoundError);
    await node.client.setStreamMetadata('only-metadata', { maxCount: 3 });
    await expect(revisions('only-metadata')).rejects.toBeInstanceOf(StreamNotFoundError);
    for (const name of ['soft', 'hard']) await node.client.appendToStream(name, events(2));
    await node.client.deleteStream('soft');
    await node.client.tombstoneStream('hard');
    for (const options of [{}, { direction: BACKWARDS, fromRevision: END }] as ReadStreamOptions[]) {
      await expect(revisions('soft', options)).rejects.toBeInstanceOf(StreamNotFoundError);
      await expect(revisions('hard', options)).rejects.toBeInstanceOf(StreamDeletedError);
      await expect(revisions('$$hard', options)).rejects.toBeInstanceOf(StreamDeletedError);
    }
  });

  it('follows links when asked to', async () => {
    await node.client.appendToStream('target', events(2, 'Target'));
    await node.client.appendToStream('trimmed-target', events(2, 'Target'));
    await node.client.setStreamMetadata('trimmed-target', { truncateBefore: 1 });
    const link = (revision: bigint, target: string) =>
      binaryEvent({ type: '$>', data: Buffer.from(`${revision}@${target}`) });
    await node.client.appendToStream('links', [
      link(1n, 'target'),
      event('Plain'),
      link(0n, 'trimmed-target'),
      link(7n, 'target'),
      link(0n, 'nowhere'),
    ]);
    const plain = await collect(node.client.readStream('links'));
    expect(plain.map(({ event, link }) => [event?.type, link?.type])).toEqual([
      ['$>', undefined],
      ['Plain', undefined],
      ['$>', undefined],
      ['$>', undefined],
      ['$>', undefined],
    ]);
    const resolved = await collect(node.client.readStream('links', { resolveLinkTos: true }));
    expect(resolved.map(({ event, link }) => [event?.type, link?.type])).toEqual([
      ['Target', '$>'],
      ['Plain', undefined],
      [undefined, '$>'],
      [undefined, '$>'],
      [undefined, '$>'],
    ]);
    expect(resolved[0]!.event).toMatchObject({ streamId: 'target', revision: 1n });
    expect(resolved[0]!.commitPosition).toBe(plain[0]!.commitPosition);
  });

  it('reads streams of many more events than fit into one answer', async () => {
    const appends = Array.from({ length: 30 }, () => node.client.appendToStream('long', events(100)));
    await Promise.all(appends);
    const expected = Array.from({ length: 3000 }, (_, revision) => revision);
    expect(await revisions('long')).toEqual(expected);
    expect(await revisions('long', { direction: BACKWARDS, fromRevision: END })).toEqual(expected.reverse());
  });
});

describe('reading $all', () => {
  let own: TestNode;
  let positions: Position[];
  beforeAll(async () => {
    own = await startTestNode({ segmentSize: 600 });
    for (let number = 0; number < 6; number++) await own.client.appendToStream(`s-${number % 2}`, events(2));
    positions = (await collect(own.client.readAll())).map(({ event }) => event!.position);
  });
  afterAll(() => own.close());

  /** Indexes into `positions` of the events that a read gives. */
  async function read(options: ReadAllOptions): Promise<number[]> {
    const known = positions.map(({ commit }) => commit);
    return (await collect(own.client.readAll(options))).map(({ event }) => known.indexOf(event!.position.commit));
  }

  it('is in commit order with strictly rising positions, over several log files', () => {
    expect(positions).toHaveLength(12);
    for (const [index, { commit, prepare }] of positions.entries()) {
      expect(prepare).toBe(commit);
      if (index > 0) expect(commit > positions[index - 1]!.commit).toBe(true);
    }
  });

  it('includes the start position forwards and excludes it backwards, at every event', async () => {
    for (const [index, fromPosition] of positions.entries()) {
      const forwards = Array.from({ length: 12 - index }, (_, step) => index + step);
      const backwards = Array.from({ length: index }, (_, step) => index - 1 - step);
      expect(await read({ fromPosition })).toEqual(forwards);
      expect(await read({ fromPosition, maxCount: 2 })).toEqual(forwards.slice(0, 2));
      expect(await read({ direction: BACKWARDS, fromPosition })).toEqual(backwards);
      expect(await read({ direction: BACKWARDS, fromPosition, maxCount: 1 })).toEqual(backwards.slice(0, 1));
    }
  });

  it('has nothing before the start and behind the end', async () => {
    expect(await read({ direction: BACKWARDS, fromPosition: START })).toEqual([]);
    expect(await read({ fromPosition: END })).toEqual([]);
    expect(await read({ direction: BACKWARDS, fromPosition: END, maxCount: 3 })).toEqual([11, 10, 9]);
    const beyond = positions[11]!.commit + 100_000n;
    expect(await read({ fromPosition: { commit: beyond, prepare: beyond } })).toEqual([]);
  });

  it('is empty in an empty node', async () => {
    const empty = await startTestNode();
    expect(await collect(empty.client.readAll())).toEqual([]);
    expect(await collect(empty.client.readAll({ direction: BACKWARDS, fromPosition: END }))).toEqual([]);
    await empty.close();
  });

  it('shows system events, and goes on showing events that were trimmed or deleted', async () => {
    const other = await startTestNode();
    await other.client.appendToStream('trimmed', events(2));
    await other.client.setStreamMetadata('trimmed', { truncateBefore: 2 });
    await other.client.appendToStream('soft', events(1));
    await other.client.deleteStream('soft');
    await other.client.appendToStream('hard', events(1));
    await other.client.tombstoneStream('hard');
    const seen = (await collect(other.client.readAll())).map(({ event }) => `${event!.streamId} ${event!.type}`);
    expect(seen).toEqual([
      'trimmed Happened',
      'trimmed Happened',
      '$$trimmed $metadata',
      'soft Happened',
      '$$soft $metadata',
      'hard Happened',
      'hard $streamDeleted',
    ]);
    const last = await collect(other.client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 }));
    expect(last[0]!.event!.revision).toBe(2n ** 63n - 1n);
    await other.close();
  });
});
