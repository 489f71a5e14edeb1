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
  await fillStore(directory, 200_000, 20_000, 50_000, ({ events }) => measured.push({ events, ...used() }));
  // Memories of recent ids, states and bytes are full by the second measurement.
  const [, before, , after] = measured;
  const events = after!.events - before!.events;
  expect((after!.heap - before!.heap) / events).toBeLessThan(30);
  expect((after!.buffers - before!.buffers) / events).toBeLessThan(30);

  const raise = (error: Error): never => {
    throw error;
  };
  const empty = used();
  const store = await openEventStore({ directory, verifyBytes: 1, onFull: raise, onIndexFailure: raise, onFatal: raise });
  expect(used().heap - empty.heap).toBeLessThan(30_000_000);
  await store.close();
});
