import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DeadlineExceededError } from '@eventstore/db-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readAcknowledged, writeAcknowledged } from './acknowledged-mark.ts';
import { LogDamaged } from './log-check.ts';
import type { NodeOptions } from './node.ts';
import { spawnNodeWithFullDisk } from './testing/node-process.ts';
import {
  appendCalls,
  collect,
  connectTo,
  event,
  events,
  startTestNode,
  type TestNode,
  until,
} from './testing/test-node.ts';

const ODD = randomUUID();
let node: TestNode;
let fatal: Error[];

async function start(options: Partial<NodeOptions> = {}): Promise<void> {
  node = await startTestNode({ onFatal: (error) => fatal.push(error), ...options });
}

beforeEach(() => {
  fatal = [];
});
afterEach(async () => {
  vi.restoreAllMocks();
  await node.close();
});

const ids = async (): Promise<string[]> => (await collect(node.client.readAll())).map(({ event: read }) => read!.id);

type Write = (
  fd: number,
  bytes: Buffer,
  from: number,
  size: number,
  offset: number,
  done: (error: Error | null, count: number) => void,
) => void;

/** Puts a fault in the way of the log's writes. */
function onWrite(fault: Write): Write {
  const real = fs.write.bind(fs) as unknown as Write;
  vi.spyOn(fs, 'write').mockImplementation(fault as unknown as typeof fs.write);
  return real;
}

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: injected`), { code });
}

describe.each(appendCalls)('a full disk, with $call', ({ options }) => {
  it('fails appends as time-outs, shows nothing of them, and goes on by itself when there is room', async () => {
    await start();
    const stored = events(3);
    await node.client.appendToStream('s', stored, options);
    const real = onWrite((fd, bytes, from, size, offset, done) => {
      // Half of it fits, then nothing more.
      if (from > 0) return done(systemError('ENOSPC'), 0);
      real(fd, bytes, from, Math.ceil(size / 2), offset, done);
    });
    const refused = events(2);
    const append = () => node.client.appendToStream('s', refused, { ...options, expectedRevision: 2n });
    await expect(append()).rejects.toBeInstanceOf(DeadlineExceededError);
    await expect(append()).rejects.toBeInstanceOf(DeadlineExceededError);
    expect(await ids()).toEqual(stored.map(({ id }) => id));
    vi.restoreAllMocks();
    expect(await append()).toMatchObject({ nextExpectedRevision: 4n });
    await node.restart();
    expect(await ids()).toEqual([...stored, ...refused].map(({ id }) => id));
    expect(fatal).toEqual([]);
  });
});

it('a full disk of the system itself loses nothing that was acknowledged', async () => {
  await start();
  await node.stop();
  const limited = spawnNodeWithFullDisk(400, '--port', '0', '--data', node.dataDir);
  const client = connectTo(node.dataDir, await limited.listening);
  const kept: string[] = [];
  let failure: unknown;
  while (failure === undefined) {
    const batch = Array.from({ length: 20 }, () => event('Large', { text: 'x'.repeat(500) }));
    await client.appendToStream('s', batch).then(
      () => kept.push(...batch.map(({ id }) => id)),
      (error: unknown) => (failure = error),
    );
  }
  expect(failure).toBeInstanceOf(DeadlineExceededError);
  const read = async (): Promise<string[]> => (await collect(client.readAll())).map(({ event: found }) => found!.id);
  expect(await read()).toEqual(kept);
  limited.signal('SIGKILL');
  await limited.exited;
  await client.dispose();
  await node.restart();
  expect(await ids()).toEqual(kept);
  await node.client.appendToStream('s', event());
});

describe('a disk that fails', () => {
  it('ends the node after the first failed flush: nothing is written again, nothing is acknowledged', async () => {
    await start();
    await node.client.appendToStream('s', event('Happened', {}, ODD));
    let writes = 0;
    onWrite((_fd, _bytes, _from, _size, _offset, done) => {
      writes++;
      done(systemError('EIO'), 0);
    });
    await expect(node.client.appendToStream('s', event())).rejects.toBeInstanceOf(DeadlineExceededError);
    await expect(node.client.appendToStream('s', event())).rejects.toBeInstanceOf(DeadlineExceededError);
    expect(writes).toBe(1);
    expect(fatal).toMatchObject([{ code: 'EIO' }]);
    expect(await ids()).toEqual([ODD]);
    vi.restoreAllMocks();
    await node.restart();
    expect(await ids()).toEqual([ODD]);
  });

  it('that is slow makes appends time out, not disappear, and holds up nobody else', async () => {
    await start();
    await node.client.appendToStream('s', event('Happened', {}, ODD));
    let release = (): void => {};
    const real = onWrite((...args) => (release = () => real(...args)));
    const slow = events(2);
    const append = () => node.client.appendToStream('s', slow, { expectedRevision: 0n });
    const first = append().catch((error: unknown) => error);
    expect(await ids()).toEqual([ODD]);
    expect(await first).toBeInstanceOf(DeadlineExceededError);
    vi.restoreAllMocks();
    release();
    await expect.poll(ids).toEqual([ODD, ...slow.map(({ id }) => id)]);
    expect(await append()).toMatchObject({ nextExpectedRevision: 2n });
    expect(await ids()).toHaveLength(3);
  });
});

it('writes the unconfirmed end of the log again before it serves it', async () => {
  await start();
  await node.client.appendToStream('s', event());
  const mark = join(node.dataDir, 'acknowledged');
  const before = readAcknowledged(mark);
  await node.client.appendToStream('s', event());
  const after = readAcknowledged(mark);
  await node.stop();
  writeAcknowledged(mark, before);
  const written: number[] = [];
  const real = onWrite((...args) => {
    written.push(args[4]);
    real(...args);
  });
  await node.restart();
  expect(written).toEqual([before]);
  expect(readAcknowledged(mark)).toBe(after);
  expect(await ids()).toHaveLength(2);
});

describe('damage in an older part of the log', () => {
  beforeEach(async () => {
    // More than what is read again at a start for other reasons.
    await start({ segmentSize: 2_000_000, verifyBytes: 1 });
    const text = 'x'.repeat(400_000);
    for (let turn = 0; turn < 24; turn++) await node.client.appendToStream(`s-${turn}`, event('Large', { text }));
  });

  /** Flips a bit of the second append, in the first segment file; doing it twice mends it. Returns the file. */
  async function damage(): Promise<string> {
    const file = join(node.dataDir, 'log', (await readdir(join(node.dataDir, 'log'))).sort()[0]!);
    const bytes = await readFile(file);
    bytes[600_000]! ^= 1;
    await writeFile(file, bytes);
    return file;
  }

  it('is found while the node runs, which then ends, and does not start again', async () => {
    await node.stop();
    const file = await damage();
    await node.restart();
    await until(() => fatal.length > 0);
    expect(fatal[0]).toBeInstanceOf(LogDamaged);
    expect(fatal[0]!.message).toMatch(new RegExp(`${file} 偏移 \\d+ 处的数据已损坏，属于流 s-1$`));
    await expect(node.restart()).rejects.toThrow(/偏移 \d+ 处的数据已损坏（后面还有日志文件），属于流 s-1$/);
    // A backup that replaces the folder's log makes it serve again.
    await damage();
    await node.restart();
    expect(await ids()).toHaveLength(24);
  });

  it('is never passed over by a reader', async () => {
    await node.restart();
    expect(await ids()).toHaveLength(24);
    await damage();
    await expect(collect(node.client.readAll())).rejects.toThrow(/数据已损坏/);
    await expect(collect(node.client.readStream('s-1'))).rejects.toThrow(/数据已损坏/);
    expect(fatal[0]).toBeInstanceOf(LogDamaged);
    await damage();
  });
});

describe('a clock that is set', () => {
  const hour = 3_600_000;

  it('changes what is told as time of creation, never order or place', async () => {
    await start();
    const real = Date.now.bind(Date);
    for (const shift of [0, -hour, hour, 0]) {
      vi.spyOn(Date, 'now').mockImplementation(() => real() + shift);
      for (const { options } of appendCalls)
        await node.client.appendToStream('s', event('Happened', { shift }), options);
    }
    vi.restoreAllMocks();
    const read = (await collect(node.client.readAll())).map(({ event: found }) => found!);
    expect(read.map(({ revision }) => revision)).toEqual([0n, 1n, 2n, 3n, 4n, 5n, 6n, 7n]);
    for (const [index, { position }] of read.entries()) {
      if (index > 0) expect(position.commit > read[index - 1]!.position.commit).toBe(true);
    }
    const hours = read.map(({ created }) => Math.round((created.getTime() - real()) / hour));
    expect(hours.map((value) => value + 0)).toEqual([0, 0, -1, -1, 1, 1, 0, 0]);
  });

  it('hides events by age only as long as it says that they are old', async () => {
    await start();
    await node.client.setStreamMetadata('s', { maxAge: 60 });
    await node.client.appendToStream('s', event());
    const count = async (): Promise<number> => (await collect(node.client.readStream('s'))).length;
    const real = Date.now.bind(Date);
    expect(await count()).toBe(1);
    vi.spyOn(Date, 'now').mockImplementation(() => real() + hour);
    expect(await count()).toBe(0);
    vi.spyOn(Date, 'now').mockImplementation(() => real() - hour);
    expect(await count()).toBe(1);
  });

  it('ends no append before its time', async () => {
    await start();
    let release = (): void => {};
    const realWrite = onWrite((...args) => (release = () => realWrite(...args)));
    const append = node.client.appendToStream('s', event());
    await until(() => vi.mocked(fs.write).mock.calls.length > 0);
    const real = Date.now.bind(Date);
    vi.spyOn(Date, 'now').mockImplementation(() => real() + hour);
    // Longer than the node takes to look for appends whose time has come.
    await new Promise((resolve) => setTimeout(resolve, 250));
    release();
    expect(await append).toMatchObject({ success: true });
  });
});
