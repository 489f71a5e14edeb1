import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCheckpointWriter } from '@jwxt/commands/integrity/checkpoint-writer.ts';
import { loadSigningKeys, publicKeyFile } from '@jwxt/commands/integrity/signing-key.ts';
import { writeSeats } from '@jwxt/commands/testing/chained-seats.ts';
import { exportedLog } from '@jwxt/infra/export-log/log-export.ts';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { connectEventLog, type EventLog } from '@jwxt/infra/runtime/event-log.ts';
import { createLogger } from '@jwxt/infra/runtime/logger.ts';
import { startTestEventStore, type TestEventStore } from '@jwxt/infra/testing/engines.ts';
import { goldenFolder } from '../golden/golden-files.ts';

/** A log that older releases began, in a store that drops what is its own: what a check says of both. */

const logger = createLogger('test', { level: 'silent' });
let store: TestEventStore;
let client: EventStoreDBClient;
let log: EventLog;
let folder: string;
let old: number;
beforeAll(async () => {
  store = await startTestEventStore();
  client = EventStoreDBClient.connectionString(store.url);
  log = connectEventLog(store.url, { name: 'old-releases' });
  folder = await mkdtemp(join(tmpdir(), 'jwxt-old-releases-'));
  old = await writeGolden();
});
afterAll(async () => {
  await log.close();
  await client.dispose();
  await store.stop();
  await rm(folder, { recursive: true });
});

/** Every event of every release, as it stood in a log before events named the one before them. */
async function writeGolden(): Promise<number> {
  let written = 0;
  const files = (await readdir(join(projectRoot, goldenFolder))).filter((name) => name.endsWith('.json'));
  for (const name of files) {
    const { type, metadata, samples } = JSON.parse(
      await readFile(join(projectRoot, goldenFolder, name), 'utf8'),
    ) as Record<'type', string> & Record<'metadata', object> & Record<'samples', object[]>;
    const events = samples.map((data) => ({ id: randomUUID(), type, data, metadata }));
    await log.append(`released-${name}`, events, { expectedRevision: 'no_stream' });
    written += events.length;
  }
  return written;
}

async function seal(): Promise<void> {
  const keys = () => loadSigningKeys(folder);
  await createCheckpointWriter({ log, keys, everyEvents: 300, everyMs: 0, logger }).look();
}

async function verified(lines?: (line: string) => boolean): Promise<{ code: number; said: string }> {
  const file = await exported();
  if (lines) await writeFile(file, (await readFile(file, 'utf8')).split('\n').filter(lines).join('\n'));
  const key = join(folder, publicKeyFile((await loadSigningKeys(folder)).current.keyId));
  return await new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(projectRoot, 'infra/verify/main.ts'), file, '--key', key],
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), said: `${stdout}${stderr}` }),
    );
  });
}

// Issue 20 §3: no honest log is accused over upgrades, and it is said from where on it can be proven.
test('what older releases wrote is not accused; from which time on it is proven, is said', async () => {
  await seal();
  await writeSeats(log, 'new', 4);
  await seal();
  const { code, said } = await verified();
  expect(said).toMatch(/^结论：历史没有被改动\n/);
  expect(code).toBe(0);
  expect(said).toMatch(
    new RegExp(`其余 ${String(old)} 个由较早的版本写入：自 20\\S+ \\S+（北京时间）封存起可以证明，此前的改动无从得知`),
  );
  // It is sealed as everything else is, though nothing in it is chained.
  const changed = await verified((line) => !line.includes('"stream":"released-CellsEntered@1.json"'));
  expect(changed.code).toBe(1);
  expect(changed.said).toContain('released-CellsEntered@1.json@0 被删除');
});

// Issue 20 §3: nor over scavenges. A store drops its own streams by their age; none of the product's has any.
test('what a store keeps for itself may go; what lets it drop history is named, before and after it did', async () => {
  const own = { type: 'PersistentConfig1', data: { version: '1' } };
  await client.appendToStream('$persistentSubscriptionConfig', jsonEvent(own));
  await client.setStreamMetadata('$stats-127.0.0.1:2113', { maxAge: 86_400 });
  await writeSeats(log, 'kept', 3);
  await client.setStreamMetadata('scoreSheet-kept.1', { custom: 'of the school' });
  await seal();
  expect(await readFile(await exported(), 'utf8')).not.toMatch(/PersistentConfig1|\$stats/);
  expect(await verified()).toMatchObject({ code: 0 });

  await client.setStreamMetadata('scoreSheet-kept.1', { maxCount: 1 });
  const hidden = '流 scoreSheet-kept.1 在事件库中被设为隐藏并可清除旧事件（$maxCount 1），本系统从不这样做';
  const before = await verified();
  expect(before).toMatchObject({ code: 1, said: expect.stringContaining(hidden) as string });
  expect(before.said).not.toContain('被删除');
  const after = await verified((line) => !/"stream":"scoreSheet-kept\.1","revision":[01],/.test(line));
  expect(after.code).toBe(1);
  expect(after.said).toContain('scoreSheet-kept.1@0 被删除');
  expect(after.said).toContain(hidden);

  await client.setStreamMetadata('scoreSheet-kept.1', {});
  expect(await verified()).toMatchObject({ code: 0 });
  await client.tombstoneStream('scoreSheet-new.1');
  expect(await verified()).toMatchObject({
    code: 1,
    said: expect.stringContaining('流 scoreSheet-new.1 在事件库中被彻底删除') as string,
  });
});

async function exported(): Promise<string> {
  const file = join(folder, `${randomUUID()}.ndjson`);
  await writeFile(file, exportedLog(log));
  return file;
}
