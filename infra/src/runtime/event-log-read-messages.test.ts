/** The messages by hand against the client's own classes. */
import { randomUUID } from 'node:crypto';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { expect, test, vi } from 'vitest';
import { recordedHash } from './event-hash.ts';
import { decodeReadAnswer, encodeRead, type ReadRequest } from './event-log-read-messages.ts';

const largest = 2n ** 64n - 1n;

/** What the store would send of an event. */
function recorded(fields: {
  data: string;
  contentType?: string;
  metadata?: string;
  revision?: bigint;
  commit?: bigint;
  prepare?: bigint;
  created?: string;
}) {
  const event = new streams.ReadResp.ReadEvent.RecordedEvent();
  const id = new shared.UUID();
  id.setString('6f2d7a4e-0f6b-4c43-9f5c-0d0e4c1b2a39');
  event.setId(id);
  const stream = new shared.StreamIdentifier();
  stream.setStreamName(Buffer.from('scoreSheet-1.1'));
  event.setStreamIdentifier(stream);
  event.setStreamRevision(String(fields.revision ?? 0n));
  event.setCommitPosition(String(fields.commit ?? 0n));
  event.setPreparePosition(String(fields.prepare ?? 0n));
  event
    .getMetadataMap()
    .set('type', 'ScoreRowsSaved')
    .set('created', fields.created ?? '17952480001239999')
    .set('content-type', fields.contentType ?? 'application/json');
  event.setCustomMetadata(Buffer.from(fields.metadata ?? ''));
  event.setData(Buffer.from(fields.data));
  return event;
}
function answer(fill: (message: InstanceType<typeof streams.ReadResp>) => void) {
  const message = new streams.ReadResp();
  fill(message);
  return decodeReadAnswer(Buffer.from(message.serializeBinary()));
}
const eventOf = (...fields: Parameters<typeof recorded>) =>
  answer((message) => {
    const event = new streams.ReadResp.ReadEvent();
    event.setEvent(recorded(...fields));
    event.setCommitPosition('7');
    message.setEvent(event);
  });

test('an event is read as it was written', () => {
  expect(
    eventOf({
      data: '{"姓名":"王一","scores":[1,null]}',
      metadata: '{"commandId":"c"}',
      revision: 41n,
      commit: 2n ** 53n + 1n,
      prepare: 12n,
    }),
  ).toEqual({
    kind: 'event',
    event: {
      id: '6f2d7a4e-0f6b-4c43-9f5c-0d0e4c1b2a39',
      type: 'ScoreRowsSaved',
      stream: 'scoreSheet-1.1',
      revision: 41n,
      position: { commit: 2n ** 53n + 1n, prepare: 12n },
      data: { 姓名: '王一', scores: [1, null] },
      metadata: { commandId: 'c' },
      raw: { data: Buffer.from('{"姓名":"王一","scores":[1,null]}'), metadata: Buffer.from('{"commandId":"c"}') },
      recordedAt: new Date(1_795_248_000_123),
    },
  });
});

test('who only hashes an event, as the chain and its checkpoints do, reads neither data nor metadata', () => {
  const read = eventOf({ data: '{"a":1}', metadata: '{"commandId":"c"}' });
  const parse = vi.spyOn(JSON, 'parse');
  const event = read.kind === 'event' ? read.event : undefined;
  recordedHash(event!);
  expect(parse).not.toHaveBeenCalled();
  expect([event!.data, event!.data, event!.metadata]).toEqual([{ a: 1 }, { a: 1 }, { commandId: 'c' }]);
  expect(parse).toHaveBeenCalledTimes(2);
  parse.mockRestore();
});

test('zeros, the largest numbers, and what is not JSON', () => {
  expect(eventOf({ data: 'null' })).toMatchObject({
    event: { revision: 0n, position: { commit: 0n, prepare: 0n }, data: null, metadata: undefined },
  });
  expect(eventOf({ data: '1', revision: largest, commit: largest, prepare: largest })).toMatchObject({
    event: { revision: largest, position: { commit: largest, prepare: largest } },
  });
  expect(eventOf({ data: '{"cut', metadata: 'no' })).toMatchObject({
    event: { data: Buffer.from('{"cut'), metadata: Buffer.from('no') },
  });
  expect(eventOf({ data: '{}', contentType: 'application/octet-stream' })).toMatchObject({
    event: { data: Buffer.from('{}') },
  });
});

test('what is sent beside events', () => {
  expect(answer((message) => message.setConfirmation(new streams.ReadResp.SubscriptionConfirmation()))).toEqual({
    kind: 'confirmation',
  });
  expect(answer((message) => message.setCaughtUp(new streams.ReadResp.CaughtUp()))).toEqual({ kind: 'caughtUp' });
  expect(answer((message) => message.setStreamNotFound(new streams.ReadResp.StreamNotFound()))).toEqual({
    kind: 'streamNotFound',
  });
  expect(answer((message) => message.setFellBehind(new streams.ReadResp.FellBehind()))).toEqual({ kind: 'other' });
  expect(answer((message) => message.setLastStreamPosition('5'))).toEqual({ kind: 'other' });
  expect(
    answer((message) => {
      const checkpoint = new streams.ReadResp.Checkpoint();
      checkpoint.setCommitPosition(String(largest));
      checkpoint.setPreparePosition('9');
      message.setCheckpoint(checkpoint);
    }),
  ).toEqual({ kind: 'checkpoint', position: { commit: largest, prepare: 9n } });
  expect(
    answer((message) => {
      const lost = new streams.ReadResp.ReadEvent();
      lost.setLink(recorded({ data: '{}' }));
      message.setEvent(lost);
    }),
  ).toEqual({ kind: 'other' });
});

const stream = `s-${randomUUID()}`;
const place = { commit: 2n ** 60n, prepare: 2n ** 60n - 1n };
test.each<[ReadRequest, object]>([
  [
    { stream, from: 3n, direction: 'forwards', maxCount: 7 },
    {
      stream: { streamIdentifier: { streamName: Buffer.from(stream).toString('base64') }, revision: '3' },
      readDirection: 0,
      count: '7',
      noFilter: {},
    },
  ],
  [
    { stream, from: 'start', direction: 'forwards', maxCount: Number.MAX_SAFE_INTEGER },
    { stream: { start: {} }, count: String(Number.MAX_SAFE_INTEGER) },
  ],
  [
    { stream, from: 'end', direction: 'backwards', maxCount: 1 },
    { stream: { end: {} }, readDirection: 1, count: '1' },
  ],
  [
    { from: 'start', direction: 'forwards', maxCount: 5 },
    { all: { start: {} }, noFilter: {} },
  ],
  [
    { from: 'end', direction: 'backwards', maxCount: 5 },
    { all: { end: {} }, readDirection: 1 },
  ],
  [
    { from: place, direction: 'forwards', maxCount: 5 },
    { all: { position: { commitPosition: String(place.commit), preparePosition: String(place.prepare) } } },
  ],
  [
    { follow: 'start', filter: undefined, checkpointInterval: 32 },
    {
      all: { start: {} },
      subscription: {},
      filter: { eventType: { regex: '^[^$].*', prefixList: [] }, count: {}, checkpointintervalmultiplier: 32 },
    },
  ],
  [
    { follow: place, filter: { streamPrefixes: ['a-', 'b-'] }, checkpointInterval: 1 },
    {
      subscription: {},
      filter: { streamIdentifier: { regex: '', prefixList: ['a-', 'b-'] }, checkpointintervalmultiplier: 1 },
    },
  ],
  [
    { follow: place, filter: { eventTypePrefixes: ['Score'] }, checkpointInterval: 1 },
    { filter: { eventType: { prefixList: ['Score'] } } },
  ],
])('a request says what is wanted: %o', (request, said) => {
  const { options } = streams.ReadReq.deserializeBinary(encodeRead(request)).toObject();
  expect(options).toMatchObject({ ...said, resolveLinks: false, uuidOption: { string: {} } });
});
