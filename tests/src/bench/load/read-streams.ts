import { EventStoreDBClient } from '@eventstore/db-client';
import type { Load } from './load.ts';

/** Reads groups of streams to their ends, those of a group side by side, through the client alone. */
export function readStreams({ url, groups }: { url: string; groups: string[][] }): Load {
  const store = EventStoreDBClient.connectionString(url);
  let turn = 0;
  return () => Promise.all(groups[turn++ % groups.length]!.map(async (stream) => {
    for await (const { event } of store.readStream(stream)) if (!event) throw new Error(`a link in ${stream}`);
  }));
}
