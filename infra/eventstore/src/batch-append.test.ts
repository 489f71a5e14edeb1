/**
 * What the client never sends or hides: deadlines, interleaved chunks, structured ids. Spoken with the client's own
 * wire classes.
 */
import { randomUUID } from 'node:crypto';
import { StreamNotFoundError } from '@eventstore/db-client';
import { type ClientDuplexStream, credentials } from '@grpc/grpc-js';
import { Empty, StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb.js';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import timestamp from 'google-protobuf/google/protobuf/timestamp_pb.js';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { collect, startTestNode, type TestNode, until } from './testing/test-node.ts';

let node: TestNode;
let wire: StreamsClient;
let call: ClientDuplexStream<BatchAppendReq, BatchAppendResp>;
let replies: BatchAppendResp[];
beforeAll(async () => {
  node = await startTestNode();
  wire = new StreamsClient(`127.0.0.1:${node.port}`, credentials.createInsecure());
});
afterAll(async () => {
  wire.close();
  await node.close();
});
beforeEach(() => {
  replies = [];
  call = wire.batchAppend();
  call.on('data', (reply: BatchAppendResp) => replies.push(reply));
  call.on('error', () => undefined);
});
afterEach(() => call.cancel());

function identifier(stream: string): StreamIdentifier {
  const message = new StreamIdentifier();
  message.setStreamName(Buffer.from(stream));
  return message;
}

function uuid(id: string): UUID {
  const message = new UUID();
  message.setString(id);
  return message;
}

interface Chunk {
  id: string;
  /** Present in the first chunk of an append. */
  stream?: string;
  deadline?: Date;
  types?: string[];
  withoutType?: boolean;
  size?: number;
  isFinal?: boolean;
}

function chunk({
  id,
  stream,
  deadline,
  types = ['T'],
  withoutType = false,
  size = 2,
  isFinal = true,
}: Chunk): BatchAppendReq {
  const request = new streams.BatchAppendReq();
  request.setCorrelationId(uuid(id));
  if (stream !== undefined) {
    const options = new streams.BatchAppendReq.Options();
    options.setStreamIdentifier(identifier(stream));
    options.setAny(new Empty());
    if (deadline) options.setDeadline(timestamp.Timestamp.fromDate(deadline));
    request.setOptions(options);
  }
  for (const type of types) {
    const event = new streams.BatchAppendReq.ProposedMessage();
    event.setId(uuid(randomUUID()));
    if (!withoutType) event.getMetadataMap().set('type', type);
    event.getMetadataMap().set('content-type', 'application/json');
    event.setData(Buffer.alloc(size, 32));
    request.addProposedMessages(event);
  }
  request.setIsFinal(isFinal);
  return request;
}

/** What a reply says, by correlation id. */
function told(id: string): string[] {
  const own = replies.filter((reply) => reply.getCorrelationId()!.getString() === id);
  return own.map((reply) =>
    reply.hasSuccess() ? 'success' : reply.getError()!.getDetails()!.getTypeName().split('.').at(-1)!,
  );
}

const soon = (): Date => new Date(Date.now() + 10_000);

async function types(stream: string): Promise<string[]> {
  return (await collect(node.client.readStream(stream))).map(({ event }) => event!.type);
}

it('puts chunks of different appends together, each by its own correlation id', async () => {
  const [first, second] = [randomUUID(), randomUUID()];
  call.write(chunk({ id: first, stream: 'mixed-1', deadline: soon(), types: ['A', 'B'], isFinal: false }));
  call.write(chunk({ id: second, stream: 'mixed-2', deadline: soon(), types: ['X'], isFinal: false }));
  call.write(chunk({ id: first, types: ['C'], isFinal: false }));
  call.write(chunk({ id: second, types: ['Y'] }));
  call.write(chunk({ id: first, types: ['D'] }));
  await until(() => replies.length === 2);
  expect([told(first), told(second)]).toEqual([['success'], ['success']]);
  expect(await types('mixed-1')).toEqual(['A', 'B', 'C', 'D']);
  expect(await types('mixed-2')).toEqual(['X', 'Y']);
});

it('echoes the stream and a structured correlation id', async () => {
  const structured = new UUID.Structured();
  structured.setMostSignificantBits('81985529216486895');
  structured.setLeastSignificantBits('-81985529216486896');
  const id = new UUID();
  id.setStructured(structured);
  const request = chunk({ id: randomUUID(), stream: '回声', deadline: soon() });
  request.setCorrelationId(id);
  call.write(request);
  await until(() => replies.length === 1);
  expect(replies[0]!.getCorrelationId()!.toObject()).toEqual(id.toObject());
  expect(Buffer.from(replies[0]!.getStreamIdentifier()!.getStreamName_asU8()).toString()).toBe('回声');
});

it('answers Timeout when the deadline has passed on arrival, and writes nothing', async () => {
  const id = randomUUID();
  call.write(chunk({ id, stream: 'too-late', deadline: new Date(Date.now() - 1) }));
  await until(() => replies.length === 1);
  expect(told(id)).toEqual(['Timeout']);
  await expect(types('too-late')).rejects.toBeInstanceOf(StreamNotFoundError);
});

it('answers Timeout when chunks stay away, and drops those that come later', async () => {
  const [id, other] = [randomUUID(), randomUUID()];
  call.write(chunk({ id, stream: 'unfinished', deadline: new Date(Date.now() + 50), isFinal: false }));
  await until(() => replies.length === 1);
  expect(told(id)).toEqual(['Timeout']);
  call.write(chunk({ id }));
  call.write(chunk({ id: other, stream: 'finished', deadline: soon() }));
  await until(() => replies.length === 2);
  expect(told(other)).toEqual(['success']);
  await expect(types('unfinished')).rejects.toBeInstanceOf(StreamNotFoundError);
});

it('answers once when an append grows too large, whatever chunks follow', async () => {
  const [id, other] = [randomUUID(), randomUUID()];
  call.write(chunk({ id, stream: 'too-large', deadline: soon(), size: 700_000, isFinal: false }));
  call.write(chunk({ id, size: 700_000, isFinal: false }));
  call.write(chunk({ id }));
  call.write(chunk({ id: other, stream: 'small', deadline: soon() }));
  await until(() => replies.length === 2);
  expect(told(id)).toEqual(['MaximumAppendSizeExceeded']);
  expect(told(other)).toEqual(['success']);
});

it('answers appends that cannot be: no type, no stream, $all', async () => {
  const ids = [randomUUID(), randomUUID(), randomUUID()] as const;
  call.write(chunk({ id: ids[0], stream: 'typeless', deadline: soon(), withoutType: true }));
  call.write(chunk({ id: ids[1], stream: '', deadline: soon() }));
  call.write(chunk({ id: ids[2], stream: '$all', deadline: soon() }));
  await until(() => replies.length === 3);
  expect(ids.map(told)).toEqual([['BadRequest'], ['BadRequest'], ['AccessDenied']]);
});

// As on real servers.
it('ends well once the client ends it: what came whole is written, what is owed an answer gets none', async () => {
  const ended = new Promise<number>((resolve) => call.on('status', ({ code }: { code: number }) => resolve(code)));
  for (let number = 0; number < 20; number++)
    call.write(chunk({ id: randomUUID(), stream: 'ending', deadline: soon() }));
  const unfinished = randomUUID();
  call.write(chunk({ id: unfinished, stream: 'unended', deadline: soon(), isFinal: false }));
  call.end();
  expect(await ended).toBe(0);
  expect(told(unfinished)).toEqual([]);
  await expect.poll(async () => (await types('ending').catch(() => [])).length).toBe(20);
});

it('refuses an append without an expected revision', async () => {
  const id = randomUUID();
  const request = chunk({ id, stream: 'unexpected', deadline: soon() });
  request.getOptions()!.clearAny();
  call.write(request);
  await until(() => replies.length === 1);
  expect(told(id)).toEqual(['BadRequest']);
  await expect(types('unexpected')).rejects.toBeInstanceOf(StreamNotFoundError);
});

it('serves reads that ask for structured ids', async () => {
  const id = '01234567-89ab-4def-8123-456789abcdef';
  const request = chunk({ id: randomUUID(), stream: 'structured', deadline: soon() });
  request.getProposedMessagesList()[0]!.setId(uuid(id));
  call.write(request);
  await until(() => replies.length === 1);
  const options = new streams.ReadReq.Options();
  const stream = new streams.ReadReq.Options.StreamOptions();
  stream.setStreamIdentifier(identifier('structured'));
  stream.setStart(new Empty());
  options.setStream(stream);
  options.setCount('10');
  options.setNoFilter(new Empty());
  const uuidOption = new streams.ReadReq.Options.UUIDOption();
  uuidOption.setStructured(new Empty());
  options.setUuidOption(uuidOption);
  const read = new streams.ReadReq();
  read.setOptions(options);
  const answers = await collect<InstanceType<typeof streams.ReadResp>>(wire.read(read));
  const structured = answers[0]!.getEvent()!.getEvent()!.getId()!.getStructured()!;
  const bits = [structured.getMostSignificantBits(), structured.getLeastSignificantBits()];
  expect(bits.map((half) => BigInt.asUintN(64, BigInt(half)).toString(16).padStart(16, '0')).join('')).toBe(
    id.replaceAll('-', ''),
  );
  options.clearUuidOption();
  await expect(collect(wire.read(read))).rejects.toMatchObject({ code: 3 });
});

it('an Append half sent when the node stops ends UNAVAILABLE, as its connection goes, and leaves nothing', async () => {
  const stream = `half-${randomUUID()}`;
  const failed = Promise.withResolvers<{ code?: number }>();
  const half = wire.append((error) => failed.resolve(error ?? {}));
  const options = new streams.AppendReq.Options();
  options.setStreamIdentifier(identifier(stream));
  options.setAny(new Empty());
  const request = new streams.AppendReq();
  request.setOptions(options);
  await new Promise((resolve) => half.write(request, resolve));
  await collect(node.client.readAll({ maxCount: 1 }));
  await node.restart();
  expect(await failed.promise).toMatchObject({ code: 14 });
  await expect(collect(node.client.readStream(stream))).rejects.toBeInstanceOf(StreamNotFoundError);
});
