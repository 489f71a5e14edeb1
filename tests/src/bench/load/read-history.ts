import { allStreams, eventHistory } from '@jwxt/contracts/all-events.ts';
import { createEventHistory, type EventHistory } from '@jwxt/contracts/kernel/event-history.ts';
import type { EventVersion } from '@jwxt/contracts/kernel/upcast.ts';
import { decodeEvent } from '@jwxt/infra/runtime/event-codec.ts';
import { connectEventLog } from '@jwxt/infra/runtime/event-log.ts';
import { createLogger } from '@jwxt/infra/runtime/logger.ts';
import { openPersonKeys, withPersonKeys } from '@jwxt/infra/runtime/person-keys.ts';
import { createPool } from '@jwxt/infra/runtime/postgres.ts';
import type { Load } from './load.ts';

/** How a log is read: as it is, as the product reads it today, or as if every event had another version by now. */
export type HistoryReading = 'stored' | 'today' | 'lifted';

/** Every event of today as a former version, which an upcaster lifts. */
function lifting(): EventHistory {
  return createEventHistory(
    allStreams.map(({ prefix, events, upcasters }) => ({
      prefix,
      events: events.map((event) => ({ ...event, version: event.version + 1 })),
      upcasters: [
        ...upcasters,
        ...events.map(({ type, version }) => {
          const [from, as]: EventVersion[] = [`${type}@${version}`, `${type}@${version + 1}`];
          return { from: from!, to: [as!], lift: (data: unknown) => [{ as: as!, data: { ...(data as object) } }] };
        }),
      ],
    })),
  );
}

/** Reads the beginning of the product's log over and over, through the product's own client. */
export function readHistory({
  url,
  databaseUrl,
  personKey,
  reading,
  events,
}: {
  url: string;
  databaseUrl: string;
  personKey: string;
  reading: HistoryReading;
  events: number;
}): Promise<Load> {
  const keys = openPersonKeys({
    pool: createPool(databaseUrl, { name: 'bench' }),
    databaseUrl,
    secrets: [personKey],
    logger: createLogger('bench', { level: 'silent' }),
  });
  const stored = connectEventLog(url, { name: 'bench' });
  const log = reading === 'stored' ? stored : withPersonKeys(stored, keys);
  const history = reading === 'lifted' ? lifting() : eventHistory;
  return Promise.resolve(async () => {
    let count = 0;
    for await (const stretch of log.readAllStretches({ maxCount: events })) {
      if (reading === 'stored') count += stretch.length;
      else for (const recorded of stretch) count += decodeEvent(recorded, history).events.length;
    }
    if (count < events) throw new Error(`only ${count} of ${events} events were read`);
  });
}
