import {
  BACKWARDS,
  END,
  jsonEvent,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { collect, event, events, startTestNode, type TestNode } from './testing/test-node.ts';

let node: TestNode;
beforeAll(async () => {
  node = await startTestNode();
});
afterAll(() => node.close());

async function visible(stream: string): Promise<number[]> {
  return (await collect(node.client.readStream(stream))).map(({ event }) => Number(event!.revision));
}

/** The data of the last metadata event, as text. */
async function rawMetadata(stream: string): Promise<{ type: string; text: string }> {
  const { event } = (await collect(node.client.readAll({ direction: BACKWARDS, fromPosition: END }))).find(
    ({ event }) => event!.streamId === `$$${stream}`,
  )!;
  return { type: event!.type, text: JSON.stringify(event!.data) };
}

describe('deleting', () => {
  it('hides the stream, and the next append goes on behind it', async () => {
    await node.client.appendToStream('again', events(3));
    await node.client.setStreamMetadata('again', { maxAge: 1_000_000, custom: { 学期: '2026-1', n: 1.5 } });
    const { position } = await node.client.deleteStream('again', { expectedRevision: 2n });
    const last = (await collect(node.client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 })))[0]!
      .event!;
    expect(last).toMatchObject({ streamId: '$$again', type: '$metadata', position });
    await expect(visible('again')).rejects.toBeInstanceOf(StreamNotFoundError);
    await expect(
      node.client.appendToStream('again', event(), { expectedRevision: 'stream_exists' }),
    ).rejects.toBeInstanceOf(StreamDeletedError);
    const appended = await node.client.appendToStream('again', events(2), { expectedRevision: 'no_stream' });
    expect(appended.nextExpectedRevision).toBe(4n);
    expect(await visible('again')).toEqual([3, 4]);
    const { metadata } = await node.client.getStreamMetadata('again');
    expect(metadata).toEqual({ truncateBefore: 3, maxAge: 1_000_000, custom: { 学期: '2026-1', n: 1.5 } });
  });

  it('writes the largest revision as it is, not through a double', async () => {
    await node.client.appendToStream('exact', events(1));
    await node.client.deleteStream('exact');
    expect(await rawMetadata('exact')).toEqual({
      type: '$metadata',
      text: JSON.stringify({ $tb: Number('9223372036854775807') }),
    });
    const bytes = (await collect(node.client.readStream('$$exact')))[0]!.event!;
    expect(JSON.stringify(bytes.data)).not.toContain('null');
    // As a client wrote it: an append by number after the deletion goes on behind.
    expect((await node.client.appendToStream('exact', event(), { expectedRevision: 0n })).nextExpectedRevision).toBe(
      1n,
    );
    expect(await visible('exact')).toEqual([1]);
  });

  it.each([
    { expectedRevision: 'any', exists: true, fits: true },
    { expectedRevision: 1n, exists: true, fits: true },
    { expectedRevision: 0n, exists: true, fits: false },
    { expectedRevision: 'no_stream', exists: true, fits: false },
    { expectedRevision: 'any', exists: false, fits: false },
    { expectedRevision: 'no_stream', exists: false, fits: false },
    { expectedRevision: 5n, exists: false, fits: false },
  ] as const)(
    'expecting $expectedRevision, stream exists: $exists, is allowed: $fits',
    async ({ expectedRevision, exists, fits }) => {
      const stream = `delete-${expectedRevision}-${exists}`;
      if (exists) await node.client.appendToStream(stream, events(2));
      const deletion = node.client.deleteStream(stream, { expectedRevision });
      if (fits) expect((await deletion).position).toBeDefined();
      else {
        const error = await deletion.catch((reason: unknown) => reason);
        expect(error).toBeInstanceOf(WrongExpectedVersionError);
        expect(error).toMatchObject({ streamName: stream, actualVersion: exists ? 1n : -1n });
      }
    },
  );

  it('of a stream with only metadata succeeds', async () => {
    await node.client.setStreamMetadata('bare', { maxCount: 1 });
    expect((await node.client.deleteStream('bare', { expectedRevision: 'no_stream' })).position).toBeDefined();
  });

  it('survives a restart', async () => {
    await node.client.appendToStream('gone', events(2));
    await node.client.deleteStream('gone');
    await node.restart();
    await expect(visible('gone')).rejects.toBeInstanceOf(StreamNotFoundError);
  });
});

describe('tombstones', () => {
  it('end a stream for ever, whatever is expected, also over a restart', async () => {
    await node.client.appendToStream('dead', events(2));
    await expect(node.client.tombstoneStream('dead', { expectedRevision: 0n })).rejects.toBeInstanceOf(
      WrongExpectedVersionError,
    );
    await node.client.tombstoneStream('dead', { expectedRevision: 1n });
    for (let round = 0; round < 2; round++) {
      for (const expectedRevision of ['any', 'no_stream', 'stream_exists', 1n] as const) {
        await expect(node.client.appendToStream('dead', event(), { expectedRevision })).rejects.toBeInstanceOf(
          StreamDeletedError,
        );
      }
      await expect(node.client.setStreamMetadata('dead', { maxCount: 1 })).rejects.toBeInstanceOf(StreamDeletedError);
      await expect(node.client.tombstoneStream('dead')).rejects.toBeInstanceOf(StreamDeletedError);
      await expect(node.client.deleteStream('dead')).rejects.toBeInstanceOf(StreamDeletedError);
      await expect(visible('dead')).rejects.toBeInstanceOf(StreamDeletedError);
      await node.restart();
    }
  });

  it('are possible on a stream that never existed', async () => {
    await node.client.tombstoneStream('unborn', { expectedRevision: 'no_stream' });
    await expect(node.client.appendToStream('unborn', event())).rejects.toBeInstanceOf(StreamDeletedError);
  });
});

describe('stream metadata', () => {
  it('is the last event of its own stream, read and written by revision', async () => {
    const first = await node.client.setStreamMetadata('described', { maxCount: 2, cacheControl: 5, custom: 'x' });
    expect(await node.client.getStreamMetadata('described')).toMatchObject({
      metadata: { maxCount: 2, cacheControl: 5, custom: 'x' },
      metastreamRevision: first.position!.commit,
    });
    await node.client.setStreamMetadata('described', { maxCount: 3 }, { expectedRevision: 0n });
    await expect(node.client.setStreamMetadata('described', {}, { expectedRevision: 0n })).rejects.toBeInstanceOf(
      WrongExpectedVersionError,
    );
    expect((await node.client.getStreamMetadata('described')).metadata).toEqual({ maxCount: 3 });
    expect((await node.client.getStreamMetadata('undescribed')).metadata).toBeUndefined();
  });

  it.each([
    { rules: { truncateBefore: 2 }, expected: [2, 3, 4] },
    { rules: { maxCount: 2 }, expected: [3, 4] },
    { rules: { maxCount: 4, truncateBefore: 3 }, expected: [3, 4] },
    { rules: { maxCount: 1, truncateBefore: 2 }, expected: [4] },
    { rules: { truncateBefore: 100 }, expected: [] },
    { rules: { maxAge: 3600 }, expected: [0, 1, 2, 3, 4] },
    { rules: {}, expected: [0, 1, 2, 3, 4] },
  ])('$rules leaves $expected visible, in both directions and to subscriptions', async ({ rules, expected }) => {
    const stream = `ruled-${JSON.stringify(rules)}`;
    await node.client.appendToStream(stream, events(5));
    await node.client.setStreamMetadata(stream, rules);
    expect(await visible(stream)).toEqual(expected);
    const backwards = await collect(node.client.readStream(stream, { direction: BACKWARDS, fromRevision: END }));
    expect(backwards.map(({ event }) => Number(event!.revision))).toEqual([...expected].reverse());
    const subscription = node.client.subscribeToStream(stream);
    const delivered: number[] = [];
    subscription.on('data', ({ event }) => delivered.push(Number(event!.revision)));
    await new Promise((resolve) => subscription.on('caughtUp', resolve as () => void));
    await subscription.unsubscribe();
    expect(delivered).toEqual(expected);
    // What is hidden still counts for expectations.
    expect((await node.client.appendToStream(stream, event(), { expectedRevision: 4n })).nextExpectedRevision).toBe(5n);
  });

  it('hides events by age', async () => {
    await node.client.appendToStream('aged', events(2));
    await node.client.setStreamMetadata('aged', { maxAge: 3_600 });
    expect(await visible('aged')).toEqual([0, 1]);
    const real = Date.now.bind(Date);
    const inHours = (hours: number) => vi.spyOn(Date, 'now').mockImplementation(() => real() + hours * 3_600_000);
    inHours(1.5);
    await node.client.appendToStream('aged', event());
    expect(await visible('aged')).toEqual([2]);
    inHours(3);
    expect(await visible('aged')).toEqual([]);
    vi.restoreAllMocks();
  });

  it.each(['{', '[1]', '"text"', '{"$maxCount":"two"}', '{"$maxCount":-1}', '{"$tb":null}'])(
    'that is malformed (%s) hides nothing',
    async (text) => {
      const stream = `malformed-${text}`;
      await node.client.appendToStream(stream, events(2));
      await node.client.appendToStream(`$$${stream}`, {
        ...jsonEvent({ type: '$metadata', data: {} }),
        contentType: 'application/octet-stream',
        data: Buffer.from(text),
      });
      expect(await visible(stream)).toEqual([0, 1]);
    },
  );
});
