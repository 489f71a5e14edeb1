import { connectEventLog, type EventLog } from '@jwxt/infra/runtime/event-log.ts';
import { decodeEvent, type StoredEvent } from '@jwxt/infra/runtime/event-codec.ts';
import { createLogger } from '@jwxt/infra/runtime/logger.ts';
import { openPersonKeys, withPersonKeys } from '@jwxt/infra/runtime/person-keys.ts';
import { createPool } from '@jwxt/infra/runtime/postgres.ts';
import { comparePositions, type Position } from '@jwxt/infra/runtime/log-position.ts';

/** An event of the product with its place in the log, and as it is written there. */
export type LoggedEvent = StoredEvent & {
  readonly position: Position;
  readonly written: { readonly data: object; readonly metadata: object };
};

/** Work with the event store itself, past all services. */
export async function withEventLog<R>(
  env: Readonly<Record<string, string>>,
  work: (log: EventLog) => Promise<R>,
): Promise<R> {
  const log = connectEventLog(env.EVENTSTORE_URL ?? '', { name: 'faults' });
  const databaseUrl = env.DATABASE_URL ?? '';
  const pool = createPool(databaseUrl, { name: 'faults' });
  const secrets = (env.PERSON_KEY ?? '').split(',');
  const keys = openPersonKeys({ pool, databaseUrl, secrets, logger: createLogger('faults', { level: 'silent' }) });
  try {
    return await work(withPersonKeys(log, keys));
  } finally {
    await log.close();
    await keys.close();
    await pool.end();
  }
}

/** The events of one stream. */
export function readOneStream(env: Readonly<Record<string, string>>, stream: string): Promise<StoredEvent[]> {
  return withEventLog(env, async (log) => {
    const events: StoredEvent[] = [];
    for await (const recorded of log.readStream(stream)) events.push(...decodeEvent(recorded).events);
    return events;
  });
}

/** Every event in the store, in the order of the log. */
export function readEverything(env: Readonly<Record<string, string>>): Promise<LoggedEvent[]> {
  return withEventLog(env, async (log) => {
    const events: LoggedEvent[] = [];
    for await (const recorded of log.readAll()) {
      const written = { data: recorded.data as object, metadata: recorded.metadata as object };
      for (const event of decodeEvent(recorded).events) events.push({ ...event, position: recorded.position, written });
    }
    return events;
  });
}

/** Those behind a place; all of them when there is none. */
export function eventsAfter(events: readonly LoggedEvent[], from: Position | undefined): LoggedEvent[] {
  return from ? events.filter(({ position }) => comparePositions(position, from) > 0) : [...events];
}
