import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent, type JSONEventType } from '@eventstore/db-client';
import type { Load } from './load.ts';

/** An event as the product stored it. */
export type SampleEvent = Pick<JSONEventType, 'type' | 'data' | 'metadata'>;

/**
 * Appends the events at the expected revision, as commands do, to a stream for each worker, through the client alone.
 */
export function appendEvents({ url, samples }: { url: string; samples: SampleEvent[] }): Load {
  const store = EventStoreDBClient.connectionString(url);
  const run = randomUUID();
  const revisions = new Map<number, bigint>();
  return async (worker) => {
    const sample = samples[worker % samples.length]!;
    const done = await store.appendToStream(`raw-${run}-${worker}`, jsonEvent({ ...sample, id: randomUUID() }), {
      expectedRevision: revisions.get(worker) ?? 'no_stream',
    });
    revisions.set(worker, done.nextExpectedRevision);
  };
}
