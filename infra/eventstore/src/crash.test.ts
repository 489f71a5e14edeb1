import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { EventStoreDBClient } from '@eventstore/db-client';
import { expect, it } from 'vitest';
import { type NodeProcess, spawnNode } from './testing/node-process.ts';
import { appendCallsTo, collect, connectTo, event } from './testing/test-node.ts';

const ROUNDS = 4;
const WRITERS = 8;

/** Where an event was promised or seen, by id. */
type Places = Map<string, { stream: string; revision: bigint; position: bigint }>;

/** Appends to one stream, alternating both calls, until the connection breaks. Remembers what was acknowledged. */
async function write(
  client: EventStoreDBClient,
  dataDir: string,
  stream: string,
  revision: bigint,
  promised: Places,
): Promise<void> {
  let next = revision;
  const calls = appendCallsTo(dataDir);
  for (let turn = 0; ; turn++) {
    const batch = Array.from({ length: 1 + (turn % 4) }, () =>
      event('Written', { stream, turn, first: Number(next), size: 1 + (turn % 4) }),
    );
    try {
      const { options } = calls[turn % 2]!;
      const expectedRevision = next === 0n ? ('no_stream' as const) : next - 1n;
      const { position, nextExpectedRevision } = await client.appendToStream(stream, batch, {
        ...options,
        expectedRevision,
      });
      promised.set(batch.at(-1)!.id, { stream, revision: nextExpectedRevision, position: position!.commit });
      next = nextExpectedRevision + 1n;
    } catch {
      return;
    }
  }
}

it('loses nothing it acknowledged or showed, and keeps no part of an append, when killed while writing', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'event-node-crash-'));
  const places: Places = new Map();
  let node: NodeProcess = spawnNode('--port', '0', '--data', dataDir);
  for (let round = 0; round < ROUNDS; round++) {
    const client = connectTo(dataDir, await node.listening);
    // Earlier rounds' streams are gone on with, so that what recovery kept is built upon.
    const streams = Array.from({ length: WRITERS }, (_, writer) => `writer-${writer}`);
    const revisions = await Promise.all(streams.map((stream) => nextRevision(client, stream)));
    const before = places.size;
    const subscription = client.subscribeToAll({ fromPosition: 'end' });
    subscription.on('error', () => undefined);
    subscription.on('data', ({ event }) =>
      places.set(event!.id, { stream: event!.streamId, revision: event!.revision, position: event!.position.commit }),
    );
    const writers = streams.map((stream, writer) => write(client, dataDir, stream, revisions[writer]!, places));
    while (places.size < before + 100) await pause(5);
    await pause(Math.random() * 150);
    node.signal('SIGKILL');
    expect(await node.exited).toBe('SIGKILL');
    await Promise.all(writers);
    await client.dispose();

    node = spawnNode('--port', '0', '--data', dataDir);
    const reader = connectTo(dataDir, await node.listening);
    await verify(reader, places);
    await reader.dispose();
  }
  node.signal('SIGTERM');
  expect(await node.exited).toBe(0);
  await rm(dataDir, { recursive: true, force: true });
});

async function nextRevision(client: EventStoreDBClient, stream: string): Promise<bigint> {
  const last = await collect(
    client.readStream(stream, { direction: 'backwards', fromRevision: 'end', maxCount: 1 }),
  ).catch(() => []);
  return (last[0]?.event?.revision ?? -1n) + 1n;
}

async function verify(client: EventStoreDBClient, places: Places): Promise<void> {
  const all = (await collect(client.readAll())).map(({ event }) => event!);
  const stored: Places = new Map(
    all.map((event) => [
      event.id,
      { stream: event.streamId, revision: event.revision, position: event.position.commit },
    ]),
  );
  for (const [id, place] of places) expect(stored.get(id)).toEqual(place);
  const lengths = new Map<string, number>();
  for (const [index, { streamId, revision, data, position }] of all.entries()) {
    if (index > 0) expect(position.commit > all[index - 1]!.position.commit).toBe(true);
    expect(revision).toBe(BigInt(lengths.get(streamId) ?? 0));
    lengths.set(streamId, Number(revision) + 1);
    const { first, size } = data as { first: number; size: number };
    const whole = all.slice(index - (Number(revision) - first), index - (Number(revision) - first) + size);
    expect(whole.map((event) => [event.streamId, Number(event.revision)])).toEqual(
      Array.from({ length: size }, (_, step) => [streamId, first + step]),
    );
  }
  for (const [stream, length] of lengths) expect(await collect(client.readStream(stream))).toHaveLength(length);
}
