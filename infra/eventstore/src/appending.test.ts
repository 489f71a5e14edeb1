import { randomUUID } from 'node:crypto';
import { binaryEvent, jsonEvent, MaxAppendSizeExceededError, WrongExpectedVersionError } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appendCalls, collect, event, events, startTestNode, type TestNode } from './testing/test-node.ts';

let node: TestNode;
beforeAll(async () => {
  node = await startTestNode();
});
afterAll(() => node.close());

async function idsOf(stream: string): Promise<string[]> {
  return (await collect(node.client.readStream(stream))).map(({ event }) => event!.id);
}

/** False for an append whose expectation did not hold. */
async function succeeds(append: Promise<unknown>): Promise<boolean> {
  try {
    await append;
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(WrongExpectedVersionError);
    return false;
  }
}

describe.each(appendCalls)('appending with $call', ({ call, options }) => {
  const name = (text: string): string => `${call}-${text}`;

  it('numbers events from 0 and tells the revision and position of the last one', async () => {
    const stream = name('first');
    const result = await node.client.appendToStream(stream, events(3), { ...options, expectedRevision: 'no_stream' });
    const stored = await collect(node.client.readStream(stream));
    expect(stored.map(({ event }) => event!.revision)).toEqual([0n, 1n, 2n]);
    expect(result).toMatchObject({ success: true, nextExpectedRevision: 2n, position: stored[2]!.event!.position });
    const all = await collect(node.client.readAll({ fromPosition: result.position! }));
    expect(all[0]!.event!.id).toBe(stored[2]!.event!.id);
  });

  it.each([
    { expectedRevision: 'any', before: 0, fits: true },
    { expectedRevision: 'any', before: 2, fits: true },
    { expectedRevision: 'no_stream', before: 0, fits: true },
    { expectedRevision: 'no_stream', before: 2, fits: false },
    { expectedRevision: 'stream_exists', before: 0, fits: false },
    { expectedRevision: 'stream_exists', before: 2, fits: true },
    { expectedRevision: 1n, before: 2, fits: true },
    { expectedRevision: 0n, before: 2, fits: false },
    { expectedRevision: 2n, before: 2, fits: false },
    { expectedRevision: 0n, before: 0, fits: false },
  ] as const)(
    'expecting $expectedRevision of a stream of $before events: $fits',
    async ({ expectedRevision, before, fits }) => {
      const stream = name(`expects-${expectedRevision}-${before}`);
      if (before > 0) await node.client.appendToStream(stream, events(before));
      const append = node.client.appendToStream(stream, event(), { ...options, expectedRevision });
      if (fits) {
        expect((await append).nextExpectedRevision).toBe(BigInt(before));
        return;
      }
      const error = await append.catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(WrongExpectedVersionError);
      expect(error).toMatchObject({
        expectedVersion: expectedRevision,
        actualVersion: before === 0 ? 'no_stream' : BigInt(before - 1),
      });
    },
  );

  it('counts a stream that has only metadata as existing and as no stream', async () => {
    const [first, second] = [name('metadata-a'), name('metadata-b')];
    await node.client.setStreamMetadata(first, { maxCount: 10 });
    await node.client.setStreamMetadata(second, { maxCount: 10 });
    expect(
      await succeeds(node.client.appendToStream(first, event(), { ...options, expectedRevision: 'no_stream' })),
    ).toBe(true);
    expect(
      await succeeds(node.client.appendToStream(second, event(), { ...options, expectedRevision: 'stream_exists' })),
    ).toBe(true);
  });

  it('lets exactly one of many writers with the same expectation win', async () => {
    const stream = name('race');
    await node.client.appendToStream(stream, event());
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, () =>
        succeeds(node.client.appendToStream(stream, event(), { ...options, expectedRevision: 0n })),
      ),
    );
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await idsOf(stream)).toHaveLength(2);
  });

  it.each(['no_stream', 1n] as const)(
    'answers a repeat with expectation %s like the first time',
    async (expectedRevision) => {
      const stream = name(`repeat-${expectedRevision}`);
      if (expectedRevision === 1n) await node.client.appendToStream(stream, events(2));
      const batch = events(2);
      const first = await node.client.appendToStream(stream, batch, { ...options, expectedRevision });
      await node.client.appendToStream(stream, event('Later'));
      const before = await idsOf(stream);
      const again = await node.client.appendToStream(stream, batch, { ...options, expectedRevision });
      expect(again).toEqual(first);
      const firstOnly = await node.client.appendToStream(stream, batch.slice(0, 1), { ...options, expectedRevision });
      expect(firstOnly.nextExpectedRevision).toBe(first.nextExpectedRevision - 1n);
      for (const other of [[event(), batch[1]!], [batch[0]!, event()], [...batch, event()], [batch[1]!]]) {
        expect(await succeeds(node.client.appendToStream(stream, other, { ...options, expectedRevision }))).toBe(false);
      }
      expect(await idsOf(stream)).toEqual(before);
    },
  );

  it.each(['any', 'stream_exists'] as const)(
    'recognises recent ids with expectation %s, in the same stream only',
    async (expectedRevision) => {
      const [stream, other] = [name(`recent-${expectedRevision}`), name(`recent-other-${expectedRevision}`)];
      await node.client.appendToStream(stream, event());
      await node.client.appendToStream(other, event());
      const batch = events(2);
      const first = await node.client.appendToStream(stream, batch, { ...options, expectedRevision });
      expect(await node.client.appendToStream(stream, batch, { ...options, expectedRevision })).toEqual(first);
      const halfNew = node.client.appendToStream(stream, [batch[0]!, event()], { ...options, expectedRevision });
      await expect(halfNew).rejects.toBeInstanceOf(WrongExpectedVersionError);
      const elsewhere = await node.client.appendToStream(other, batch, { ...options, expectedRevision });
      expect(elsewhere.nextExpectedRevision).toBe(2n);
      expect(await idsOf(stream)).toHaveLength(3);
    },
  );

  it('gives a repeat no outcome while the first is written, and answers the next one, as real servers do', async () => {
    const stream = name('repeat-at-once');
    const batch = events(2);
    const append = (expectedRevision: string) =>
      node.client.appendToStream(stream, batch, { ...options, expectedRevision: expectedRevision as 'any' });
    const [first, ...others] = await Promise.allSettled(['no_stream', 'no_stream', 'any'].map(append));
    expect(first).toMatchObject({ status: 'fulfilled', value: { nextExpectedRevision: 1n } });
    expect(others.map((one) => one.status)).toEqual(['rejected', 'rejected']);
    expect(await append('no_stream')).toEqual((first as PromiseFulfilledResult<unknown>).value);
    expect(await idsOf(stream)).toHaveLength(2);
  });

  it('takes an append of no events as a test of the expectation', async () => {
    const stream = name('empty');
    await node.client.appendToStream(stream, events(2));
    expect(
      (await node.client.appendToStream(stream, [], { ...options, expectedRevision: 1n })).nextExpectedRevision,
    ).toBe(1n);
    expect(
      (await node.client.appendToStream(name('empty-none'), [], { ...options, expectedRevision: 'no_stream' })).success,
    ).toBe(true);
    await expect(node.client.appendToStream(stream, [], { ...options, expectedRevision: 5n })).rejects.toBeInstanceOf(
      WrongExpectedVersionError,
    );
  });

  it('keeps the bytes of data and metadata as they came', async () => {
    const stream = name('bytes');
    const data = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    await node.client.appendToStream(
      stream,
      [
        binaryEvent({ type: '二进制', data, metadata: Buffer.from([0, 255, 128]) }),
        jsonEvent({ type: 'Json', data: { 名: '张三', 数: 0.1 }, metadata: { 谁: '教师' } }),
        jsonEvent({ type: 'Bare', data: {} }),
      ],
      options,
    );
    const stored = (await collect(node.client.readStream(stream))).map(({ event }) => event!);
    expect(stored[0]).toMatchObject({ type: '二进制', isJson: false, streamId: stream });
    expect(Buffer.from(stored[0]!.data as Uint8Array).equals(data)).toBe(true);
    expect([...(stored[0]!.metadata as Uint8Array)]).toEqual([0, 255, 128]);
    expect(stored[1]).toMatchObject({ isJson: true, data: { 名: '张三', 数: 0.1 }, metadata: { 谁: '教师' } });
    expect(stored[2]!.metadata).toBeUndefined();
    expect(Math.abs(stored[2]!.created.getTime() - Date.now())).toBeLessThan(3_600_000);
  });

  it('takes appends up to the limit and refuses larger ones whole', async () => {
    const stream = name('large');
    const limit = 1024 * 1024;
    const sized = (size: number) => binaryEvent({ type: 'Big', data: Buffer.alloc(size - 2 * 'Big'.length, 7) });
    await node.client.appendToStream(stream, sized(limit), options);
    await node.client.appendToStream(stream, [sized(limit / 2), sized(limit / 2)], options);
    for (const tooMuch of [
      [sized(limit + 1)],
      [sized(limit), sized(6)],
      Array.from({ length: 8 }, () => sized(limit)),
    ]) {
      const error = await node.client.appendToStream(stream, tooMuch, options).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(MaxAppendSizeExceededError);
      expect(error).toMatchObject({ maxAppendSize: limit });
    }
    const stored = await collect(node.client.readStream(stream));
    expect(stored.map(({ event }) => (event!.data as Uint8Array).length)).toEqual([
      limit - 6,
      limit / 2 - 6,
      limit / 2 - 6,
    ]);
  });

  it('keeps names of any characters apart, and refuses those that cannot be written to', async () => {
    for (const stream of [name('Name'), name('name'), name('成绩-2026/软件工程 (1班)'), name('😀')]) {
      await node.client.appendToStream(stream, event('T', { stream }), { ...options, expectedRevision: 'no_stream' });
      expect(
        (await collect(node.client.readStream(stream))).map(({ event }) => [event!.streamId, event!.data]),
      ).toEqual([[stream, { stream }]]);
    }
    await expect(node.client.appendToStream('$all', event(), options)).rejects.toMatchObject({ type: 'access-denied' });
    await expect(node.client.appendToStream('$$', event(), options)).rejects.toThrow(/\$\$|BadRequest/);
  });

  it('writes the events of one append together while others write', async () => {
    const streams = [name('together-a'), name('together-b')];
    const writes = Array.from({ length: 60 }, (_, turn) =>
      node.client.appendToStream(
        streams[turn % 2]!,
        [event('T', { turn }), event('T', { turn }), event('T', { turn })],
        options,
      ),
    );
    await Promise.all(writes);
    for (const stream of streams) {
      const turns = (await collect(node.client.readStream(stream))).map(
        ({ event }) => (event!.data as { turn: number }).turn,
      );
      for (let index = 0; index < turns.length; index += 3) expect(new Set(turns.slice(index, index + 3)).size).toBe(1);
      // Requests for one stream take effect in the order in which they were made.
      expect(turns).toEqual([...turns].sort((a, b) => a - b));
    }
  });
});

it('names streams outside ASCII in errors', async () => {
  const stream = `删除-${randomUUID()}`;
  await node.client.tombstoneStream(stream);
  const error = await node.client
    .appendToStream(stream, event(), appendCalls[1].options)
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ type: 'stream-deleted', streamName: encodeURIComponent('删除') + stream.slice(2) });
});
