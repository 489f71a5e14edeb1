import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  BACKWARDS,
  END,
  type EventStoreDBClient,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { folderAccess } from './node-access.ts';
import type { NodeLog } from './node-log.ts';
import { spawnNodeWithFullDisk } from './testing/node-process.ts';
import { collect, connectTo, event, events, startTestNode, type TestNode } from './testing/test-node.ts';

let node: TestNode;
let said: string[];
let fatal: Error[];
const say = (text: string): void => void said.push(text);
const log: NodeLog = { info: say, warn: say, error: say };

beforeEach(async () => {
  [said, fatal] = [[], []];
  node = await startTestNode({ log, onFatal: (error) => fatal.push(error) });
});
afterEach(() => node.close());

const indexFile = (): string => join(node.dataDir, 'index.sqlite');

/** Changes the index of the node, which is stopped for it. */
async function meanwhile(change: (index: DatabaseSync) => void): Promise<void> {
  await node.stop();
  const index = new DatabaseSync(indexFile());
  change(index);
  index.close();
  await node.restart();
}

const ids = async (stream: string, options: Parameters<EventStoreDBClient['readStream']>[1] = {}): Promise<string[]> =>
  (await collect(node.client.readStream(stream, options))).map(({ event: read }) => read!.id);

it.each([
  { what: 'lacks the last frames', sql: 'delete from frame where revision > 14' },
  { what: 'lacks frames in the middle', sql: 'delete from frame where revision between 5 and 9' },
  { what: 'lacks the first frames', sql: 'delete from frame where revision < 3' },
  { what: 'lacks the stream', sql: "delete from stream where name = 's'" },
  { what: 'lacks all streams', sql: 'delete from stream' },
  { what: 'says that the stream is shorter', sql: "update stream set last = 17 where name = 's'" },
  { what: 'knows another name', sql: "update stream set name = 't' where name = 's'" },
  { what: 'shows to the wrong place', sql: 'update frame set position = position + 1 where revision = 7' },
  { what: 'holds something else', sql: "update frame set length = 'x' where revision = 7" },
  { what: 'goes on from the wrong place', sql: 'update progress set position = 1' },
  { what: 'has lost a table', sql: 'drop table frame' },
])('an index that $what is made anew from the log while the read waits', async ({ sql }) => {
  const stored = events(20);
  for (const one of stored) await node.client.appendToStream('s', one);
  await meanwhile((index) => void index.prepare(sql).run());
  const expected = stored.map(({ id }) => id);
  expect(await ids('s')).toEqual(expected);
  expect(await ids('s', { direction: BACKWARDS, fromRevision: END })).toEqual(expected.toReversed());
  await expect(node.client.appendToStream('s', event(), { expectedRevision: 'no_stream' })).rejects.toBeInstanceOf(
    WrongExpectedVersionError,
  );
  expect((await node.client.appendToStream('s', event(), { expectedRevision: 19n })).nextExpectedRevision).toBe(20n);
  expect(fatal).toEqual([]);
});

it('a write that meets a damaged index is told to come again, and then decided by the log', async () => {
  await node.client.appendToStream('s', events(3));
  await meanwhile((index) => void index.prepare("delete from stream where name = 's'").run());
  const append = () => node.client.appendToStream('s', event(), { expectedRevision: 'no_stream' });
  await expect(append()).rejects.toThrow('Server Is Not Ready');
  await expect(ids('t')).rejects.toBeInstanceOf(StreamNotFoundError);
  await expect(append()).rejects.toBeInstanceOf(WrongExpectedVersionError);
  expect(said.filter((line) => line.includes('索引已损坏，正在根据日志重建'))).toHaveLength(1);
});

/** Numbers from 0 to 1, the same for the same seed. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

it('whichever bit of the index has flipped, every read is what the log holds', async () => {
  const expected = new Map<string, string[]>();
  const append = async (stream: string, count: number): Promise<void> => {
    const stored = events(count);
    await node.client.appendToStream(stream, stored);
    expected.set(stream, [...(expected.get(stream) ?? []), ...stored.map(({ id }) => id)]);
  };
  const streams = Array.from({ length: 20 }, (_, number) => `s-${number}-${'x'.repeat(200)}`);
  for (let turn = 0; turn < 8; turn += 1) await Promise.all(streams.map((stream) => append(stream, 1 + (turn % 2))));
  for (let turn = 0; turn < 200; turn += 1) await append('long', 1);
  const next = numbers(Number(process.env.INDEX_SEED ?? 13));
  for (let flip = 0; flip < 24; flip += 1) {
    await node.stop();
    const bytes = await readFile(indexFile());
    const [at, bit] = [Math.floor(next() * bytes.length), Math.floor(next() * 8)];
    bytes[at]! ^= 1 << bit;
    await writeFile(indexFile(), bytes);
    await node.restart();
    const read = await Promise.all(
      [...expected].map(async ([stream, wanted]) => {
        const [forwards, backwards] = [
          await ids(stream),
          await ids(stream, { direction: BACKWARDS, fromRevision: END }),
        ];
        return String(forwards) === String(wanted) && String(backwards.toReversed()) === String(wanted) ? [] : [stream];
      }),
    );
    expect({ at, bit, wrong: read.flat() }).toEqual({ at, bit, wrong: [] });
  }
  expect(fatal).toEqual([]);
  expect(said.filter((line) => line.includes('索引已损坏')).length).toBeGreaterThan(3);
});

it('a restart on a disk without room serves reads, also when the index has to be made anew', async () => {
  await node.client.appendToStream('s', events(3));
  const expected = await ids('s');
  folderAccess(node.dataDir);
  for (const isDamaged of [false, true]) {
    await node.stop();
    if (isDamaged) await writeFile(indexFile(), 'no index');
    const limited = spawnNodeWithFullDisk(0, '--port', '0', '--data', node.dataDir);
    const client = connectTo(node.dataDir, await limited.listening);
    expect((await collect(client.readStream('s'))).map(({ event: read }) => read!.id)).toEqual(expected);
    await client.dispose();
    limited.signal('SIGTERM');
    await limited.exited;
    await node.restart();
    expect(await ids('s')).toEqual(expected);
  }
});
