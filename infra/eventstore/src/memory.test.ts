import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fillStore } from '../bench/fill-store.ts';
import { openEventStore } from './open-store.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'event-node-memory-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** Bytes in use after a collection: objects, and buffers outside the heap. */
function used(): { heap: number; buffers: number } {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return { heap: heapUsed, buffers: arrayBuffers };
}

it('does not grow with the number of events', async () => {
  const measured: { events: number; heap: number; buffers: number }[] = [];
  await fillStore(directory, 120_000, 20_000, 40_000, ({ events }) => measured.push({ events, ...used() }));
  // Less than one entry of a map for each event. Memories of recent ids, states and bytes are full by the first
  // measurement.
  const [before, after] = [measured[0]!, measured.at(-1)!];
  const events = after.events - before.events;
  expect(events).toBe(80_000);
  expect((after.heap - before.heap) / events).toBeLessThan(120);
  // The log has written some 50 MB. Buffers are given back a little later than objects.
  expect(after.buffers).toBeLessThan(35_000_000);

  const raise = (error: Error): never => {
    throw error;
  };
  const empty = used();
  const store = await openEventStore({
    directory,
    verifyBytes: 1,
    onFull: raise,
    onIndexFailure: raise,
    onFatal: raise,
  });
  expect(used().heap - empty.heap).toBeLessThan(30_000_000);
  await store.close();
}, 120_000);
