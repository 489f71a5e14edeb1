import { cp, mkdtemp, readdir, readFile, rm, truncate, writeFile, appendFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventStore, Expectation, Outcome } from './event-store.ts';
import { openEventStore } from './open-store.ts';
import { eventsOf, type Frame } from './frame.ts';
import { LogDamaged } from './log-check.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'event-node-recovery-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const fail = (error: Error): never => {
  throw error;
};

function openStore(options: { segmentSize?: number; acceptLoss?: boolean } = {}): Promise<EventStore> {
  return openEventStore({ directory, onFull: fail, onFatal: fail, onIndexFailure: fail, ...options });
}

function append(store: EventStore, stream: string, count = 1, expected: Expectation = 'any'): Promise<Outcome> {
  const events = Array.from({ length: count }, () => ({
    id: randomUUID(),
    type: 'T',
    isJson: true,
    data: Buffer.from('{"x":1}'),
    metadata: Buffer.alloc(0),
  }));
  return new Promise((resolve) => store.append(stream, expected, events, resolve));
}

/** `stream@revision:position` of every event in the log. */
async function contents(store: EventStore): Promise<string[]> {
  const found: string[] = [];
  for (let at = 0; ;) {
    const frames = await store.log.reader.readFrom(at);
    if (frames.length === 0) return found;
    for (const frame of frames) {
      for (const event of eventsOf(frame)) found.push(`${frame.stream}@${event.revision}:${event.position}`);
      at = frame.position + frame.length;
    }
  }
}

/** Opens the store, and closes it after `work`. */
async function inStore<T>(
  work: (store: EventStore) => Promise<T>,
  options: { segmentSize?: number; acceptLoss?: boolean } = {},
): Promise<T> {
  const store = await openStore(options);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

async function segments(): Promise<string[]> {
  return (await readdir(join(directory, 'log'))).sort().map((name) => join(directory, 'log', name));
}

const mark = (): string => join(directory, 'acknowledged');

async function flipByte(file: string, offset: number): Promise<void> {
  const bytes = await readFile(file);
  bytes[offset]! ^= 0xff;
  await writeFile(file, bytes);
}

describe('a torn tail', () => {
  it('that nobody was promised is cut at every possible length, and writing goes on', async () => {
    const before = await inStore(async (store) => {
      await append(store, 'a', 2);
      await append(store, 'b', 1);
      return contents(store);
    });
    const [segment] = await segments();
    const whole = (await readFile(segment!)).length;
    const oldMark = await readFile(mark());
    await inStore((store) => append(store, 'a', 3));
    const longer = await readFile(segment!);
    for (let length = whole + 1; length < longer.length; length += 23) {
      await writeFile(segment!, longer.subarray(0, length));
      await writeFile(mark(), oldMark);
      await rm(join(directory, 'index.sqlite'), { force: true });
      const store = await openStore();
      expect(store.log.cut).toMatchObject({ file: segment, offset: whole, bytes: length - whole });
      expect(await readFile(store.log.cut!.keptAs)).toEqual(longer.subarray(whole, length));
      expect(await contents(store)).toEqual(before);
      expect(store.readable('a').last).toBe(1);
      expect(await append(store, 'a', 1, 1n)).toMatchObject({ kind: 'written', revision: 2 });
      await store.close();
      await inStore(async (reopened) => {
        expect(reopened.log.cut).toBeUndefined();
        expect(await contents(reopened)).toHaveLength(before.length + 1);
      });
    }
  });

  it('of one group is cut whole, also when a later append of it arrived on disk before an earlier one', async () => {
    await inStore((store) => append(store, 'a', 2));
    const [segment] = await segments();
    const whole = (await readFile(segment!)).length;
    const oldMark = await readFile(mark());
    await inStore((store) => Promise.all([append(store, 'b'), append(store, 'c'), append(store, 'd')]));
    await flipByte(segment!, whole + 60);
    await writeFile(mark(), oldMark);
    await inStore(async (store) => {
      expect(store.log.cut).toMatchObject({ offset: whole });
      expect(store.readable('a').last).toBe(1);
      expect(store.readable('c').last).toBe(-1);
    });
  });

  it('of zeros or of garbage is cut', async () => {
    await inStore((store) => append(store, 'a', 2));
    const [segment] = await segments();
    for (const tail of [Buffer.alloc(5000), Buffer.from('FRM1 this is no frame'.repeat(20))]) {
      await appendFile(segment!, tail);
      await inStore(async (store) => {
        expect(store.log.cut).toMatchObject({ bytes: tail.length });
        expect(await contents(store)).toHaveLength(2);
      });
    }
  });

  it('that is a log file begun but not finished is removed', async () => {
    const before = await inStore(async (store) => {
      await append(store, 'a', 2);
      return contents(store);
    });
    const [segment] = await segments();
    const next = String((await readFile(segment!)).length).padStart(16, '0');
    await writeFile(join(directory, 'log', `${next}.segment`), Buffer.alloc(20));
    await inStore(async (store) => {
      expect(await contents(store)).toEqual(before);
      await append(store, 'a', 1, 1n);
    });
    expect(await inStore(contents)).toHaveLength(3);
  });
});

describe('damage to what was acknowledged', () => {
  it('at the end refuses to start; accepted as lost, its positions are not given out again', async () => {
    const before = await inStore(async (store) => {
      for (let turn = 0; turn < 3; turn++) await append(store, 'a', 2);
      return contents(store);
    });
    const [segment] = await segments();
    const size = (await readFile(segment!)).length;
    await truncate(segment!, size - 10);
    await expect(openStore()).rejects.toBeInstanceOf(LogDamaged);
    await expect(openStore()).rejects.toThrow(/写入已经确认过/);
    // Refusing changes nothing.
    expect((await readFile(segment!)).length).toBe(size - 10);
    const store = await openStore({ acceptLoss: true });
    expect(store.log.acknowledgedLost).toBeGreaterThan(0);
    expect(await contents(store)).toEqual(before.slice(0, 4));
    expect(store.readable('a').last).toBe(3);
    const outcome = await append(store, 'a', 1, 3n);
    expect(outcome).toMatchObject({ kind: 'written', revision: 4 });
    expect(outcome.kind === 'written' && outcome.position > size).toBe(true);
    await store.close();
    expect(await inStore(contents)).toHaveLength(5);
  });

  it('in the middle refuses to start, whatever byte it is, even when loss at the end would be accepted', async () => {
    await inStore(async (store) => {
      for (let turn = 0; turn < 3; turn++) await append(store, 'a', 1);
    });
    const [segment] = await segments();
    const bytes = await readFile(segment!);
    await rm(mark());
    // The mark is missing: the appends behind the damage prove that it had been acknowledged.
    for (let offset = 0; offset < Math.floor(bytes.length / 3); offset += 5) {
      await flipByte(segment!, offset);
      await expect(openStore({ acceptLoss: true }), `offset ${offset}`).rejects.toBeInstanceOf(LogDamaged);
      await writeFile(segment!, bytes);
    }
    expect(await inStore(contents)).toHaveLength(3);
  });

  it('of one of several log files, or its absence, refuses to start', async () => {
    await inStore(
      async (store) => {
        for (let turn = 0; turn < 12; turn++) await append(store, `s-${turn % 3}`, 1);
      },
      { segmentSize: 600 },
    );
    const files = await segments();
    expect(files.length).toBeGreaterThan(3);
    const backup = `${directory}-backup`;
    await cp(directory, backup, { recursive: true });
    const restore = async (): Promise<void> => {
      await rm(directory, { recursive: true });
      await cp(backup, directory, { recursive: true });
    };
    for (const file of files) {
      await rm(file);
      await expect(openStore()).rejects.toBeInstanceOf(LogDamaged);
      await restore();
      await truncate(file, 200);
      await expect(openStore()).rejects.toBeInstanceOf(LogDamaged);
      await restore();
    }
    await rm(backup, { recursive: true });
    expect(await inStore(contents)).toHaveLength(12);
  });
});

describe('the index', () => {
  it('is rebuilt when it is missing, damaged, behind, or belongs to another log', async () => {
    await inStore(async (store) => {
      for (let turn = 0; turn < 20; turn++) await append(store, `s-${turn % 3}`, 1 + (turn % 2));
      await append(store, '$$s-1', 1);
    });
    const stale = await readFile(join(directory, 'index.sqlite'));
    await inStore(async (store) => {
      for (let turn = 0; turn < 5; turn++) await append(store, 's-0', 2);
    });
    const file = join(directory, 'index.sqlite');
    const describeStreams = async (): Promise<unknown> =>
      inStore(async (store) => {
        const names = ['s-0', 's-1', 's-2', '$$s-1'];
        const positions = (frames: Frame[]): number[] => frames.map(({ position }) => position);
        const described = names.map(async (name) => {
          const state = store.readable(name);
          return [
            state,
            positions(await store.framesForward(name, 0, 100)),
            positions(await store.framesBackward(name, state.last, 100)),
          ];
        });
        return [store.readable('s-9'), await Promise.all(described)];
      });
    const right = await describeStreams();
    const foreign = await mkdtemp(join(tmpdir(), 'event-node-foreign-'));
    const other = await openEventStore({ directory: foreign, onFull: fail, onFatal: fail, onIndexFailure: fail });
    await append(other, 's-0', 4);
    await other.close();
    for (const bytes of [
      undefined,
      Buffer.from('no database'),
      Buffer.alloc(8192, 1),
      stale,
      await readFile(join(foreign, 'index.sqlite')),
    ]) {
      if (bytes) await writeFile(file, bytes);
      else await rm(file);
      expect(await describeStreams()).toEqual(right);
    }
    await rm(foreign, { recursive: true });
  });

  it('serves streams with as many frames as one likes, forwards and backwards, over flushes', async () => {
    await inStore(async (store) => {
      const outcomes: Promise<Outcome>[] = [];
      for (let turn = 0; turn < 1500; turn++)
        outcomes.push(append(store, turn % 3 === 0 ? 'mine' : 'other', 1 + (turn % 2)));
      await Promise.all(outcomes);
      const { last } = store.readable('mine');
      for (let revision = 0; revision <= last; revision += 13) {
        const [forward] = await store.framesForward('mine', revision, 1);
        const [backward] = await store.framesBackward('mine', revision, 1);
        expect(forward!.position).toBe(backward!.position);
        expect(eventsOf(forward!).map((event) => event.revision)).toContain(revision);
      }
      const positions = (frames: Frame[]): number[] => frames.map(({ position }) => position);
      const forwards = positions(await store.framesForward('mine', 0, 10_000));
      expect(forwards).toHaveLength(500);
      expect(forwards).toEqual(positions(await store.framesBackward('mine', last, 10_000)).reverse());
    });
  });
});
