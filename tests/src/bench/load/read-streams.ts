import { EventStoreDBClient } from '@eventstore/db-client';
import { shareOf } from '@jwxt/infra/runtime/shared-log.ts';
import type { Load } from './load.ts';

/** Reads groups of streams to their ends, those of a group side by side, through the client alone. */
export function readStreams({ url, groups }: { url: string; groups: string[][] }): Load {
  const { address, share } = shareOf(url);
  const store = EventStoreDBClient.connectionString(address);
  let turn = 0;
  return () =>
    Promise.all(
      groups[turn++ % groups.length]!.map(async (stream) => {
        for await (const { event } of store.readStream(`${share?.streamPrefix ?? ''}${stream}`))
          if (!event) throw new Error(`a link in ${stream}`);
      }),
    );
}
