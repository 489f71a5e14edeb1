/**
 * What real servers do in corners where it would be easy to do otherwise, each seen on EventStoreDB 23.10. Runs on the
 * node, and on the server that TEST_EVENTSTORE_URL names (`npm run test:engine`).
 */
import { randomUUID } from 'node:crypto';
import {
  BACKWARDS,
  END,
  type AllStreamSubscription,
  EventStoreDBClient,
  FORWARDS,
  StreamDeletedError,
  StreamNotFoundError,
  type StreamSubscription,
  UnknownError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { collect, event, events, startTestNode, type TestNode, until } from './testing/test-node.ts';

let node: TestNode | undefined;
let client: EventStoreDBClient;
let stream: string;
const open: (AllStreamSubscription | StreamSubscription)[] = [];
beforeAll(async () => {
  const given = process.env.TEST_EVENTSTORE_URL;
  if (given === undefined) node = await startTestNode();
  client = node?.client ?? EventStoreDBClient.connectionString(given!);
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((subscription) => subscription.unsubscribe()));
});
afterAll(async () => {
  if (node) await node.close();
  else await client.dispose();
});

/** The largest number that fits into a position or a revision on the wire. */
const largest = 2n ** 64n - 1n;

function fresh(): string {
  stream = `as-real-${randomUUID()}`;
  return stream;
}

const revisions = async (
  name: string,
  options: Parameters<EventStoreDBClient['readStream']>[1] = {},
): Promise<number[]> =>
  (await collect(client.readStream(name, options))).map(({ event: read }) => Number(read!.revision));

/** What a subscription tells of the stream under test, in order. */
function follow(source: AllStreamSubscription | StreamSubscription): string[] {
  const seen: string[] = [];
  open.push(source);
  source.on('confirmation', () => seen.push('confirmed'));
  source.on('caughtUp', () => seen.push('caught up'));
  source.on('data', ({ event: read }: { event?: { streamId: string; revision: bigint } }) => {
    if (read?.streamId === stream) seen.push(String(read.revision));
  });
  source.on('error', (error: Error) => seen.push(error.name));
  return seen;
}

it('a stream read forwards from its end is an error, from behind its end it is empty', async () => {
  await client.appendToStream(fresh(), events(3));
  for (const fromRevision of [END, largest] as const) {
    await expect(revisions(stream, { direction: FORWARDS, fromRevision })).rejects.toBeInstanceOf(UnknownError);
  }
  expect(await revisions(stream, { fromRevision: 10n })).toEqual([]);
});

it('the largest position and revision mean the end', async () => {
  const { position } = await client.appendToStream(fresh(), events(3));
  expect(await revisions(stream, { direction: BACKWARDS, fromRevision: largest, maxCount: 1 })).toEqual([2]);
  const end = { commit: largest, prepare: largest };
  expect(await collect(client.readAll({ fromPosition: end }))).toEqual([]);
  const [last] = await collect(client.readAll({ direction: BACKWARDS, fromPosition: end, maxCount: 1 }));
  expect(last!.event!.position.commit >= position!.commit).toBe(true);
  const seen = follow(client.subscribeToAll({ fromPosition: end }));
  await until(() => seen.includes('caught up'));
  await client.appendToStream(stream, event());
  await until(() => seen.includes('3'));
  expect(seen).toEqual(['confirmed', 'caught up', '3']);
});

it('$all read from beyond its end is empty, and a subscription there brings the next event', async () => {
  const { position } = await client.appendToStream(fresh(), event());
  const beyond = { commit: position!.commit + 10_000_000n, prepare: position!.commit + 10_000_000n };
  expect(await collect(client.readAll({ fromPosition: beyond }))).toEqual([]);
  const seen = follow(client.subscribeToAll({ fromPosition: beyond }));
  await until(() => seen.includes('caught up'));
  await client.appendToStream(stream, event());
  await until(() => seen.includes('1'));
});

it('a subscription that begins at the start of a stream has not caught up before there is one', async () => {
  const [fromStart, fromEnd] = [
    follow(client.subscribeToStream(fresh())),
    follow(client.subscribeToStream(stream, { fromRevision: END })),
  ];
  await until(() => fromStart.includes('confirmed') && fromEnd.includes('caught up'));
  await client.appendToStream(stream, event());
  await until(() => fromStart.includes('caught up') && fromEnd.includes('0'));
  expect(fromStart).toEqual(['confirmed', '0', 'caught up']);
  expect(fromEnd).toEqual(['confirmed', 'caught up', '0']);
});

it('a stream of metadata shows its last event only', async () => {
  fresh();
  for (const maxCount of [5, 6, 7]) await client.setStreamMetadata(stream, { maxCount });
  expect(await revisions(`$$${stream}`)).toEqual([2]);
  expect(await revisions(`$$${stream}`, { direction: BACKWARDS, fromRevision: END })).toEqual([2]);
});

it.each([
  { call: 'BatchAppend', options: {} },
  { call: 'Append', options: { credentials: { username: 'admin', password: 'changeit' } } },
])('a deleted stream is deleted to an append that expects it to exist ($call)', async ({ options }) => {
  await client.appendToStream(fresh(), events(2));
  await client.deleteStream(stream);
  await expect(
    client.appendToStream(stream, event(), { ...options, expectedRevision: 'stream_exists' }),
  ).rejects.toBeInstanceOf(StreamDeletedError);
  await expect(revisions(stream)).rejects.toBeInstanceOf(StreamNotFoundError);
});

it('metadata set on a deleted stream brings the stream back, not its events', async () => {
  await client.appendToStream(fresh(), events(2));
  await client.deleteStream(stream);
  await client.setStreamMetadata(stream, { maxCount: 7 });
  expect(await revisions(stream)).toEqual([]);
  expect((await client.getStreamMetadata(stream)).metadata).toEqual({ maxCount: 7, truncateBefore: 2 });
  await expect(client.appendToStream(stream, event(), { expectedRevision: 'no_stream' })).rejects.toBeInstanceOf(
    WrongExpectedVersionError,
  );
  expect((await client.appendToStream(stream, event(), { expectedRevision: 1n })).nextExpectedRevision).toBe(2n);
  expect(await revisions(stream)).toEqual([2]);
});
