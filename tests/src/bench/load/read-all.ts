import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import type { Load } from './load.ts';
import type { SampleEvent } from './append.ts';

const eventsInAppend = 500;

/**
 * Puts so many events into the store, and then reads that many from its beginning, over and over, through the client
 * alone.
 */
export async function readAllEvents({
  url,
  samples,
  events,
}: {
  url: string;
  samples: SampleEvent[];
  events: number;
}): Promise<Load> {
  const store = EventStoreDBClient.connectionString(url);
  for (let done = 0; done < events; done += eventsInAppend) {
    const batch = Array.from({ length: eventsInAppend }, (_, index) =>
      jsonEvent({ ...samples[index % samples.length]!, id: randomUUID() }),
    );
    await store.appendToStream(`filled-${done % 1000}`, batch);
  }
  return async () => {
    let count = 0;
    for await (const { event } of store.readAll({ maxCount: events })) if (event) count += 1;
    if (count < events) throw new Error(`only ${count} of ${events} events were read`);
  };
}
