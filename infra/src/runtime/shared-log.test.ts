import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEventStore, type TestEventStore } from '../testing/engines.ts';
import { eventStoreUrl } from './config.ts';
import { connectEventLog, type EventLog } from './event-log.ts';
import type { RecordedEvent } from './recorded-event.ts';
import { formatPosition, type Position } from './log-position.ts';
import { addressOfShare, shareOf } from './shared-log.ts';

let store: TestEventStore;
let address: string;
let [east, west]: EventLog[] = [];
const open: EventLog[] = [];

function newName(): string {
  return randomUUID().replaceAll('-', '');
}

function share(streamPrefix: string, from: Position | 'start' = 'start'): EventLog {
  const log = connectEventLog(addressOfShare(address, { streamPrefix, from }), { name: 'share' });
  open.push(log);
  return log;
}

beforeAll(async () => {
  store = await startTestEventStore();
  address = shareOf(store.url).address;
  const run = newName();
  [east, west] = [share(`${run}.east-`), share(`${run}.east2-`)];
});
afterAll(async () => {
  await Promise.all(open.map((log) => log.close()));
  await store.stop();
});

async function write(log: EventLog, stream: string, ...types: string[]) {
  return await log.append(
    stream,
    types.map((type) => ({ id: randomUUID(), type, data: { type }, metadata: {} })),
    { expectedRevision: 'no_stream' },
  );
}

async function named(events: AsyncIterable<RecordedEvent>): Promise<string[]> {
  const names: string[] = [];
  for await (const { stream, revision, type } of events) names.push(`${stream}@${revision} ${type}`);
  return names;
}

test('two shares of one store use the same stream names and see only their own, in either direction', async () => {
  await write(east!, 'sheet-1', 'Opened', 'Saved');
  await write(west!, 'sheet-1', 'Opened');
  await write(east!, 'sheet-2', 'Opened');
  expect(await named(east!.readStream('sheet-1'))).toEqual(['sheet-1@0 Opened', 'sheet-1@1 Saved']);
  expect(await named(west!.readStream('sheet-1'))).toEqual(['sheet-1@0 Opened']);
  const none = west!.readStream('sheet-2');
  expect(await named(none)).toEqual([]);
  expect(none.notFound).toBe(true);
  expect(await named(east!.readAll())).toEqual(['sheet-1@0 Opened', 'sheet-1@1 Saved', 'sheet-2@0 Opened']);
  expect(await named(east!.readAll({ maxCount: 2 }))).toEqual(['sheet-1@0 Opened', 'sheet-1@1 Saved']);
  expect(await named(west!.readAll({ direction: 'backwards', maxCount: 1 }))).toEqual(['sheet-1@0 Opened']);
});

test('a subscription brings a share its own events, by stream or type, and says how far it has looked', async () => {
  const seen: string[] = [];
  const typed: string[] = [];
  const passed: Position[] = [];
  const note = (into: string[]) => (events: readonly RecordedEvent[]) =>
    void into.push(...events.map(({ stream, type }) => `${stream} ${type}`));
  const streams = east!.subscribeToAll({
    name: 'streams',
    from: 'start',
    filter: { streamPrefixes: ['exam-'] },
    onEvents: note(seen),
  });
  const types = east!.subscribeToAll({
    name: 'types',
    from: 'start',
    filter: { eventTypePrefixes: ['Exam'] },
    onEvents: note(typed),
    onCheckpoint: (position) => void passed.push(position),
  });
  await write(west!, 'exam-1', 'ExamSet');
  await write(east!, 'exam-1', 'ExamSet', 'Noted');
  const { position } = await write(east!, 'room-1', 'Noted');
  await expect.poll(() => seen).toEqual(['exam-1 ExamSet', 'exam-1 Noted']);
  await expect.poll(() => typed).toEqual(['exam-1 ExamSet']);
  await expect.poll(() => passed.map(formatPosition)).toContain(formatPosition(position));
  await Promise.all([streams.close(), types.close()]);
});

test('a share that begins later does not see what was there before it', async () => {
  const { position } = await write(east!, 'late-1', 'Early');
  const { share: own } = shareOf(addressOfShare(address, { streamPrefix: 'x-', from: position }));
  expect(own).toEqual({ streamPrefix: 'x-', from: position });
  const later = `${newName()}-`;
  const before = await write(share(later), 'late-1', 'Early');
  const log = share(later, before.position);
  await write(log, 'late-2', 'Late');
  const [forwards, backwards] = [await named(log.readAll()), await named(log.readAll({ direction: 'backwards' }))];
  expect([forwards, backwards]).toEqual([['late-2@0 Late'], ['late-2@0 Late']]);
});

test.each([
  '?streamPrefix=成绩-',
  '?streamPrefix=$system-',
  '?streamPrefix=a-&logFrom=later',
  '?streamPrefix=',
  '?streamPrefix=-',
  // Streams of `school-2-` would be streams of `school-` too, and those of `school2-` of `school`.
  '?streamPrefix=school',
  '?streamPrefix=school-2-',
])('an address with %s is refused', (query) => {
  expect(() => connectEventLog(`esdb://127.0.0.1:1${query}`, { name: 'refused' })).toThrow(TypeError);
  expect(eventStoreUrl.safeParse(`esdb://127.0.0.1:1${query}`).success).toBe(false);
});

test('the rest of an address is left as it is', () => {
  expect(shareOf('esdb+discover://a:1,b:2?tls=true&streamPrefix=x-').address).toBe('esdb+discover://a:1,b:2?tls=true');
  expect(shareOf('esdb://a:1?streamPrefix=x-').address).toBe('esdb://a:1');
  expect(eventStoreUrl.safeParse('esdb://a:1?tls=false&streamPrefix=school.2-&logFrom=12/12').success).toBe(true);
  expect(shareOf('esdb://a:1?tls=false&userCertFile=/b%20c').address).toBe('esdb://a:1?tls=false&userCertFile=/b%20c');
});
