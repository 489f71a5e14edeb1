import { createPublicKey, verify } from 'node:crypto';
import { mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkpointStream, type LogCheckpointed } from '@jwxt/contracts/integrity/checkpoint.events.ts';
import { checkpointText } from '@jwxt/contracts/integrity/signed-text.ts';
import { recordedHash } from '@jwxt/infra/runtime/event-hash.ts';
import { connectEventLog, type EventLog } from '@jwxt/infra/runtime/event-log.ts';
import { RevisionConflict } from '@jwxt/infra/runtime/event-log-errors.ts';
import { createLogger } from '@jwxt/infra/runtime/logger.ts';
import type { RecordedEvent } from '@jwxt/infra/runtime/recorded-event.ts';
import { addressOfShare } from '@jwxt/infra/runtime/shared-log.ts';
import { startTestEventStore, type TestEventStore } from '@jwxt/infra/testing/engines.ts';
import { writeSeats } from '../testing/chained-seats.ts';
import { startCheckpoints } from './checkpoint-chore.ts';
import { createCheckpointWriter, sha256, type CheckpointWriter } from './checkpoint-writer.ts';
import { MerkleTree } from './merkle-tree.ts';
import { loadSigningKeys } from './signing-key.ts';

let events: TestEventStore;
let log: EventLog;
let folder: string;
beforeAll(async () => {
  events = await startTestEventStore();
  log = connectEventLog(events.url, { name: 'checkpoint-test' });
  folder = await mkdtemp(join(tmpdir(), 'jwxt-keys-'));
});
afterAll(async () => {
  await log.close();
  await events.stop();
  await rm(folder, { recursive: true });
});

const logger = createLogger('test', { level: 'silent' });
async function all(read: AsyncIterable<RecordedEvent>): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const event of read) events.push(event);
  return events;
}
const writer = (everyEvents: number, everyMs = 0): CheckpointWriter =>
  createCheckpointWriter({ log, keys: () => loadSigningKeys(folder), everyEvents, everyMs, logger });
const written = async (from = log): Promise<{ type: string; data: LogCheckpointed }[]> =>
  (await all(from.readStream(checkpointStream))).map(({ type, data }) => ({
    type,
    data: data as LogCheckpointed,
  }));

test('the log is sealed in stretches, without gaps, over restarts, and only when something came', async () => {
  await writeSeats(log, 'a', 23);
  const first = writer(10);
  expect(await first.look()).toBe(3);
  // The key and three checkpoints are new, but nothing that anybody did.
  expect(await first.look()).toBe(0);
  await writeSeats(log, 'b', 4);
  expect(await writer(10, 3_600_000).look()).toBe(0);
  expect(await writer(10).look()).toBe(1);
  const sealed = (await written()).filter(({ type }) => type === 'LogCheckpointed').map(({ data }) => data);
  expect(sealed.map(({ number, from, upTo, count }) => [number, from, upTo, count])).toEqual([
    [1, 1, 10, 10],
    [2, 11, 20, 10],
    [3, 21, 23, 3],
    [4, 24, 31, 8],
  ]);
  const { current } = await loadSigningKeys(folder);
  const recorded = await all(log.readAll());
  for (const data of sealed) {
    const tree = new MerkleTree();
    const hashes = recorded.slice(data.from - 1, data.upTo).map(recordedHash);
    for (const hash of hashes) tree.add(hash);
    expect(data.root).toBe(tree.root().toString('base64url'));
    const names = recorded
      .slice(data.from - 1, data.upTo)
      .map(({ stream, revision }) => `${stream}@${revision}`)
      .join('\n');
    expect(inflateRawSync(Buffer.from(data.names, 'base64')).toString()).toBe(names);
    expect(data.leaves).toBe(Buffer.concat(hashes.map((hash) => hash.subarray(0, 4))).toString('base64'));
    const text = checkpointText({ ...data, leavesHash: sha256(data.leaves), namesHash: sha256(data.names) });
    const signature = Buffer.from(data.signature, 'base64url');
    expect(verify(null, Buffer.from(text), createPublicKey(current.publicKey), signature)).toBe(true);
  }
});

test('the first one does not wait: for what is old, once nothing more comes, and after a restart', async () => {
  const hour = 3_600_000;
  const url = addressOfShare(events.url, { streamPrefix: 'new-', from: 'start' });
  const own = connectEventLog(url, { name: 'checkpoint-new' });
  const rest = { keys: () => loadSigningKeys(folder), everyEvents: 100, everyMs: hour, logger };
  const numbers = async () =>
    (await written(own)).filter(({ type }) => type === 'LogCheckpointed').map(({ data }) => data.upTo);
  const chore = { eventStoreUrl: url, keyFolder: folder, everyEvents: 100, everyMs: hour };
  // Nothing to seal: nothing is written, not even a key.
  await startCheckpoints(chore, logger).close();
  expect(await written(own)).toEqual([]);
  await writeSeats(own, 'a', 3);
  expect(await createCheckpointWriter({ log: own, ...rest }).look('due')).toBe(0);
  const young = createCheckpointWriter({ log: own, ...rest });
  expect(await young.look('quiet')).toBe(0);
  await writeSeats(own, 'b', 1);
  expect(await young.look('quiet')).toBe(0);
  expect(await young.look('quiet')).toBe(1);
  expect(await young.look('quiet')).toBe(0);
  await writeSeats(own, 'c', 2);
  await startCheckpoints(chore, logger).close();
  expect(await numbers()).toEqual([4]);
  const again = createCheckpointWriter({ log: own, ...rest });
  expect([await again.look('quiet'), await again.look('quiet')]).toEqual([0, 1]);
  expect(await numbers()).toEqual([4, 8]);
  await own.close();

  const old = connectEventLog(addressOfShare(events.url, { streamPrefix: 'old-', from: 'start' }), { name: 'old' });
  await writeSeats(old, 'a', 2);
  const later = createCheckpointWriter({ log: old, ...rest, now: () => new Date(Date.now() + hour) });
  expect(await later.look()).toBe(1);
  await old.close();
});

test('of two writers one is turned away, and goes on after the other one’s checkpoint', async () => {
  await writeSeats(log, 'c', 2);
  const [one, other] = [writer(100), writer(100)];
  const looks = await Promise.allSettled([one.look(), other.look()]);
  expect(looks.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const refused = looks.find((look) => look.status === 'rejected');
  expect(refused?.reason).toBeInstanceOf(RevisionConflict);
  expect(await one.look()).toBe(0);
  expect(await other.look()).toBe(0);
});

test('the key is its owner’s alone; another one is vouched for by the one before it where that is there', async () => {
  expect((await stat(join(folder, 'signing-key.pem'))).mode & 0o777).toBe(0o600);
  const before = (await loadSigningKeys(folder)).current.keyId;
  await rename(join(folder, 'signing-key.pem'), join(folder, 'former-signing-key.pem'));
  await writeSeats(log, 'd', 1);
  await writer(100).look();
  const introduced = (await written()).at(-2);
  expect(introduced).toMatchObject({
    type: 'SigningKeyIntroduced',
    data: { previousKeyId: before, endorsement: expect.any(String) as string },
  });
  expect((await readdir(folder)).filter((name) => name.startsWith('public-'))).toHaveLength(2);
  await rm(join(folder, 'signing-key.pem'));
  await rm(join(folder, 'former-signing-key.pem'));
  await writeSeats(log, 'e', 1);
  await writer(100).look();
  expect((await written()).at(-2)).toMatchObject({ type: 'SigningKeyIntroduced', data: { endorsement: null } });
});
