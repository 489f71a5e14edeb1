import {
  type AllStreamSubscription,
  END,
  type EventStoreDBClient,
  eventTypeFilter,
  excludeSystemEvents,
  type Filter,
  type Position,
  START,
  StreamDeletedError,
  streamNameFilter,
  type StreamSubscription,
} from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collect, event, events, startTestNode, type TestNode, until } from './testing/test-node.ts';

/** What a subscription has delivered, in order. */
interface Followed {
  /** `confirmed`, `caught up`, `<stream>@<revision>`. */
  seen: string[];
  error: Error | undefined;
  source: AllStreamSubscription | StreamSubscription;
}

function follow(source: AllStreamSubscription | StreamSubscription): Followed {
  const followed: Followed = { seen: [], error: undefined, source };
  source.on('confirmation', () => followed.seen.push('confirmed'));
  source.on('caughtUp', () => followed.seen.push('caught up'));
  source.on('data', ({ event }: { event?: { streamId: string; revision: bigint } }) =>
    followed.seen.push(`${event!.streamId}@${event!.revision}`),
  );
  source.on('error', (error: Error) => (followed.error = error));
  return followed;
}

type AllOptions = Parameters<EventStoreDBClient['subscribeToAll']>[0];
type StreamOptions = Parameters<EventStoreDBClient['subscribeToStream']>[1];

describe('subscribing', () => {
  let node: TestNode;
  const open: Followed[] = [];
  beforeAll(async () => {
    node = await startTestNode();
  });
  afterAll(async () => {
    await Promise.all(open.map(({ source }) => source.unsubscribe()));
    await node.close();
  });

  function toAll(options?: AllOptions): Followed {
    const followed = follow(node.client.subscribeToAll(options));
    open.push(followed);
    return followed;
  }

  function toStream(stream: string, options?: StreamOptions): Followed {
    const followed = follow(node.client.subscribeToStream(stream, options));
    open.push(followed);
    return followed;
  }

  it('to a stream: from the start, strictly behind a revision, or only later events', async () => {
    await node.client.appendToStream('s', events(3));
    const all = toStream('s');
    const behind = toStream('s', { fromRevision: 1n });
    const later = toStream('s', { fromRevision: END });
    await until(() => [all, behind, later].every(({ seen }) => seen.includes('caught up')));
    expect(all.seen).toEqual(['confirmed', 's@0', 's@1', 's@2', 'caught up']);
    expect(behind.seen).toEqual(['confirmed', 's@2', 'caught up']);
    expect(later.seen).toEqual(['confirmed', 'caught up']);
    await node.client.appendToStream('s', events(2));
    await node.client.appendToStream('other', events(1));
    await until(() => [all, behind, later].every(({ seen }) => seen.includes('s@4')));
    expect(all.seen.slice(5)).toEqual(['s@3', 's@4']);
    expect(behind.seen.slice(3)).toEqual(['s@3', 's@4']);
    expect(later.seen.slice(2)).toEqual(['s@3', 's@4']);
  });

  it('to a stream that does not exist yet', async () => {
    const followed = toStream('future');
    const later = toStream('future', { fromRevision: END });
    await until(() => followed.seen.includes('confirmed') && later.seen.includes('caught up'));
    expect(followed.seen).toEqual(['confirmed']);
    await node.client.appendToStream('future', events(2));
    await until(() => followed.seen.length === 4 && later.seen.length === 4);
    expect(followed.seen).toEqual(['confirmed', 'future@0', 'future@1', 'caught up']);
    expect(later.seen).toEqual(['confirmed', 'caught up', 'future@0', 'future@1']);
  });

  it('to a stream goes on after a soft delete and ends with its tombstone', async () => {
    await node.client.appendToStream('mortal', events(2));
    const followed = toStream('mortal');
    await until(() => followed.seen.includes('caught up'));
    await node.client.deleteStream('mortal');
    const fresh = toStream('mortal');
    const metadata = toStream('$$mortal');
    await until(() => fresh.seen.includes('confirmed'));
    await node.client.appendToStream('mortal', events(1), { expectedRevision: 'no_stream' });
    await until(() => followed.seen.includes('mortal@2') && fresh.seen.includes('mortal@2'));
    await until(() => fresh.seen.includes('caught up'));
    expect(fresh.seen).toEqual(['confirmed', 'mortal@2', 'caught up']);
    await node.client.tombstoneStream('mortal');
    await until(() => [followed, fresh, metadata].every(({ error }) => error !== undefined));
    expect(followed.error).toBeInstanceOf(StreamDeletedError);
    expect(metadata.error).toBeInstanceOf(StreamDeletedError);
    const late = toStream('mortal');
    await until(() => late.error !== undefined);
    expect(late.error).toBeInstanceOf(StreamDeletedError);
  });

  it('to $all: strictly behind a position, or only later events', async () => {
    const { position } = (await node.client.appendToStream('a', events(2))) as { position: Position };
    const before = (await collect(node.client.readStream('a')))[0]!.event!.position;
    const behindFirst = toAll({ fromPosition: before });
    const behindLast = toAll({ fromPosition: position });
    const later = toAll({ fromPosition: END });
    const beyond = toAll({
      fromPosition: { commit: position.commit + 10_000_000n, prepare: position.commit + 10_000_000n },
    });
    await until(() => [behindFirst, behindLast, later, beyond].every(({ seen }) => seen.includes('caught up')));
    await node.client.appendToStream('a', events(1));
    await until(() => [behindFirst, behindLast, later, beyond].every(({ seen }) => seen.includes('a@2')));
    expect(behindFirst.seen).toEqual(['confirmed', 'a@1', 'caught up', 'a@2']);
    expect(behindLast.seen).toEqual(['confirmed', 'caught up', 'a@2']);
    expect(later.seen).toEqual(['confirmed', 'caught up', 'a@2']);
    expect(beyond.seen).toEqual(['confirmed', 'caught up', 'a@2']);
  });

  it('delivers no event twice and leaves none out while many are written', async () => {
    const start = (await node.client.appendToStream('busy', event('Start'))).position!;
    const followers: { followed: Followed; stream: string | undefined }[] = [];
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      const stream = `busy-${writer}`;
      for (let number = 0; number < 150; number++) {
        await node.client.appendToStream(stream, events(1 + (number % 3)), { expectedRevision: 'any' });
        if (number % 30 !== writer) continue;
        followers.push(
          { followed: toAll({ fromPosition: start }), stream: undefined },
          { followed: toStream(stream), stream },
        );
      }
    });
    await Promise.all(writers);
    const written = (await collect(node.client.readAll({ fromPosition: start }))).slice(1);
    expect(written).toHaveLength(4 * 300);
    for (const { followed, stream } of followers) {
      const expected = written.filter(({ event }) => stream === undefined || event!.streamId === stream);
      const delivered = (): string[] => followed.seen.filter((entry) => entry.includes('@'));
      await until(() => delivered().length >= expected.length && followed.seen.includes('caught up'));
      expect(delivered()).toEqual(expected.map(({ event }) => `${event!.streamId}@${event!.revision}`));
      expect(followed.seen.filter((entry) => entry === 'confirmed')).toHaveLength(1);
    }
  });

  it('does not let a subscriber that reads nothing block others, and gives it everything later', async () => {
    const start = (await node.client.appendToStream('slow', event())).position!;
    const slow = node.client.subscribeToAll({ fromPosition: start });
    open.push({ seen: [], error: undefined, source: slow });
    const padding = 'x'.repeat(20_000);
    for (let round = 0; round < 10; round++) {
      await node.client.appendToStream(
        'slow',
        Array.from({ length: 40 }, (_, number) => event('T', { number, padding })),
      );
    }
    const quick = toAll({ fromPosition: start });
    await until(() => quick.seen.includes('slow@400'));
    let received = 0;
    slow.on('data', () => received++);
    await until(() => received >= 400);
    expect(received).toBe(400);
  });

  it('ends the work of the node when the client goes', async () => {
    const followed = toAll({ fromPosition: END });
    await until(() => followed.seen.includes('caught up'));
    await followed.source.unsubscribe();
    await node.client.appendToStream('after', events(1));
    expect(followed.seen).toEqual(['confirmed', 'caught up']);
    expect(followed.error).toBeUndefined();
  });
});

describe('filtered subscriptions to $all', () => {
  let node: TestNode;
  beforeAll(async () => {
    node = await startTestNode();
    await node.client.appendToStream('apple-1', [event('Opened'), event('Scored')]);
    await node.client.appendToStream('banana-1', [event('Opened'), event('已关闭')]);
    await node.client.appendToStream('$settings-x', [event('Opened')]);
    await node.client.setStreamMetadata('apple-1', { maxCount: 100 });
  });
  afterAll(() => node.close());

  async function matching(filter: Filter): Promise<string[]> {
    const followed = follow(node.client.subscribeToAll({ fromPosition: START, filter }));
    await until(() => followed.seen.includes('caught up') || followed.error !== undefined);
    await followed.source.unsubscribe();
    if (followed.error) throw followed.error;
    return followed.seen.filter((entry) => entry.includes('@'));
  }

  it.each([
    {
      name: 'stream prefixes',
      filter: streamNameFilter({ prefixes: ['apple-', 'nothing-'] }),
      expected: ['apple-1@0', 'apple-1@1'],
    },
    { name: 'prefixes match ordinally', filter: streamNameFilter({ prefixes: ['Apple-', 'a.*'] }), expected: [] },
    {
      name: 'stream regex, searched',
      filter: streamNameFilter({ regex: 'an+a-\\d' }),
      expected: ['banana-1@0', 'banana-1@1'],
    },
    { name: 'stream regex, anchored', filter: streamNameFilter({ regex: '^a' }), expected: ['apple-1@0', 'apple-1@1'] },
    { name: 'inline flags', filter: streamNameFilter({ regex: '(?i)^APPLE' }), expected: ['apple-1@0', 'apple-1@1'] },
    {
      name: 'type prefixes',
      filter: eventTypeFilter({ prefixes: ['Sco', '已'] }),
      expected: ['apple-1@1', 'banana-1@1'],
    },
    {
      name: 'type regex',
      filter: eventTypeFilter({ regex: 'ed$' }),
      expected: ['apple-1@0', 'apple-1@1', 'banana-1@0', '$settings-x@0'],
    },
    {
      name: 'no system events',
      filter: excludeSystemEvents(),
      expected: ['apple-1@0', 'apple-1@1', 'banana-1@0', 'banana-1@1', '$settings-x@0'],
    },
  ])('$name', async ({ filter, expected }) => {
    expect(await matching(filter)).toEqual(expected);
  });

  it('refuses a pattern that does not compile', async () => {
    await expect(matching(streamNameFilter({ regex: '(' }))).rejects.toMatchObject({ code: 3 });
  });
});

describe('checkpoints', () => {
  let node: TestNode;
  let positions: bigint[];
  const wanted = (index: number): boolean => index % 5 === 0 && index < 300;
  beforeAll(async () => {
    node = await startTestNode();
    // 384 events, of which the last stretch does not match.
    for (let index = 0; index < 384; index += 4) {
      await Promise.all(
        [0, 1, 2, 3].map((step) => node.client.appendToStream(wanted(index + step) ? 'match-1' : 'rest-1', event('T'))),
      );
    }
    positions = (await collect(node.client.readAll())).map(({ event }) => event!.position.commit);
  });
  afterAll(() => node.close());

  /** What arrives until the subscription has caught up: positions of events, and of checkpoints. */
  async function arrivals(fromPosition: Position | 'start', checkpointInterval: number) {
    const order: { kind: 'event' | 'checkpoint'; position: bigint }[] = [];
    const filter = streamNameFilter({
      prefixes: ['match-'],
      checkpointInterval,
      checkpointReached: (_subscription, position) =>
        void order.push({ kind: 'checkpoint', position: position.commit }),
    });
    const source = node.client.subscribeToAll({ fromPosition, filter });
    source.on('data', ({ event }) => order.push({ kind: 'event', position: event!.position.commit }));
    let isCaughtUp = false;
    source.on('caughtUp', () => (isCaughtUp = true));
    await until(() => isCaughtUp);
    await source.unsubscribe();
    return order;
  }

  it('come for each window of considered events and at the end of catching up', async () => {
    const order = await arrivals('start', 2);
    const checkpoints = order.filter(({ kind }) => kind === 'checkpoint').map(({ position }) => position);
    const windows = [63, 127, 191, 255, 319, 383].map((index) => positions[index]!);
    expect(checkpoints).toEqual(windows);
    const uneven = (await arrivals('start', 5))
      .filter(({ kind }) => kind === 'checkpoint')
      .map(({ position }) => position);
    expect(uneven).toEqual([159, 319, 383].map((index) => positions[index]!));
  });

  it('never overtake an event, and resuming from any of them neither loses nor repeats one', async () => {
    const order = await arrivals('start', 1);
    const matches = order.filter(({ kind }) => kind === 'event').map(({ position }) => position);
    expect(matches).toHaveLength(60);
    for (const [index, { kind, position }] of order.entries()) {
      if (kind !== 'checkpoint') continue;
      const before = order
        .slice(0, index)
        .filter((entry) => entry.kind === 'event')
        .map((entry) => entry.position);
      expect(before).toEqual(matches.filter((match) => match <= position));
      const after = await arrivals({ commit: position, prepare: position }, 1);
      expect([...before, ...after.filter((entry) => entry.kind === 'event').map((entry) => entry.position)]).toEqual(
        matches,
      );
    }
  });

  it('go on while the subscription is live', async () => {
    const checkpoints: bigint[] = [];
    const filter = streamNameFilter({
      prefixes: ['nothing-'],
      checkpointInterval: 1,
      checkpointReached: (_subscription, position) => void checkpoints.push(position.commit),
    });
    const followed = follow(node.client.subscribeToAll({ fromPosition: END, filter }));
    await until(() => followed.seen.includes('caught up'));
    expect(checkpoints).toEqual([]);
    for (let index = 0; index < 70; index++) await node.client.appendToStream('rest-1', event('T'));
    await until(() => checkpoints.length === 2);
    await followed.source.unsubscribe();
  });
});
