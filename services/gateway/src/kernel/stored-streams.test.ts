import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EventMetadata } from '@jwxt/contracts/kernel/actor.ts';
import { connectEventLog, type EventLog } from '@jwxt/infra/runtime/event-log.ts';
import { startTestEventStore, type TestEventStore } from '@jwxt/infra/testing/engines.ts';
import { createStoredStreams, until } from './stored-streams.ts';

let store: TestEventStore;
let log: EventLog;
/** Events that came over the wire. */
let read = 0;
let counted: EventLog;

beforeAll(async () => {
  store = await startTestEventStore();
  log = connectEventLog(store.url, { name: 'test' });
  counted = {
    ...log,
    readStream(stream, options) {
      const events = log.readStream(stream, options);
      return {
        get notFound() {
          return events.notFound;
        },
        async *[Symbol.asyncIterator]() {
          for await (const event of events) {
            read += 1;
            yield event;
          }
        },
      };
    },
  };
});
afterAll(async () => {
  await log.close();
  await store.stop();
});

const window = (hour: number): { begin: string; end: string } => ({
  begin: '2026-01-01T00:00:00.000Z',
  end: `2026-01-02T0${hour}:00:00.000Z`,
});
const at = (hour: number): string => `2026-11-21T0${hour}:00:00.000Z`;

/** Appends a change of the entry window, made at an hour. */
async function append(stream: string, hour: number, expectedRevision: bigint | 'no_stream'): Promise<void> {
  const metadata: EventMetadata = {
    actor: { userName: 'a', name: '甲', roleNames: [], permission: null },
    commandId: randomUUID(),
    correlationId: randomUUID(),
    causationId: null,
    time: at(hour),
    clientAddress: null,
    schemaVersion: 1,
  };
  const data = { teachingClassId: 'TC', scoreType: '1', before: window(1), after: window(hour), reason: '' };
  await log.append(stream, [{ id: randomUUID(), type: 'InputTimeSet', data, metadata }], { expectedRevision });
}

it('what was read before is not read again, but for its last event', async () => {
  const stream = `scoreSheet-${randomUUID()}.1`;
  for (const hour of [1, 2, 3]) await append(stream, hour, hour === 1 ? 'no_stream' : BigInt(hour - 2));
  const streams = createStoredStreams(counted);
  const first = await streams.read(stream);
  expect(first.map(({ revision }) => revision)).toEqual([0, 1, 2]);
  read = 0;
  expect(await streams.read(stream)).toEqual(first);
  expect(read).toBe(1);
  await append(stream, 4, 2n);
  expect((await streams.read(stream)).map(({ revision }) => revision)).toEqual([0, 1, 2, 3]);
  expect(read).toBe(3);
});

it('a stream that is another one than before is read anew', async () => {
  const [stream, other] = [`scoreSheet-${randomUUID()}.1`, `scoreSheet-${randomUUID()}.1`];
  await append(stream, 1, 'no_stream');
  await append(other, 2, 'no_stream');
  let name = stream;
  const streams = createStoredStreams({ ...log, readStream: (_stream, options) => log.readStream(name, options) });
  expect((await streams.read('any'))[0]!.metadata.time).toBe(at(1));
  name = other;
  expect((await streams.read('any'))[0]!.metadata.time).toBe(at(2));
  name = `scoreSheet-${randomUUID()}.1`;
  expect(await streams.read('any')).toEqual([]);
});

it('until a moment there are the events that had happened by then', async () => {
  const stream = `scoreSheet-${randomUUID()}.1`;
  for (const hour of [1, 2, 3]) await append(stream, hour, hour === 1 ? 'no_stream' : BigInt(hour - 2));
  const events = await createStoredStreams(log).read(stream);
  expect(until(at(2), events).map(({ revision }) => revision)).toEqual([0, 1]);
  expect(until(null, events)).toHaveLength(3);
});
