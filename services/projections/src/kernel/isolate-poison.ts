import type { RecordedEvent } from '@jwxt/infra/runtime/event-log-reading.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { DatabaseFault, createBatchRows, type BatchRows } from './batch-rows.ts';
import type { Notice } from './notice.ts';
import type { ProjectedEvent, Projection } from './projection.ts';

/** An event with its record, which has its position. */
export interface ReadEvent {
  readonly recorded: RecordedEvent;
  readonly event: ProjectedEvent;
}

/** An event that is set aside with the reason. */
export interface ParkedEvent {
  readonly recorded: RecordedEvent;
  readonly reason: string;
}

/** Why the later events of a stream wait. */
const HELD_BACK = '同一事件流中更早的事件已被搁置，等待其处理';

/**
 * Applies events to the tables of one schema: all together, and only when that fails one after the other to find the one that is to
 * blame. That one is answered to be parked, with the later ones of its stream; the rest is applied. Throws when the database fails.
 */
export async function applyEvents(
  client: PoolClient, projection: Projection, schema: string, events: readonly ReadEvent[], heldStreams: ReadonlySet<string>, notice: Notice,
): Promise<ParkedEvent[]> {
  const parked: ParkedEvent[] = [];
  const held = new Set(heldStreams);
  const free = events.filter((entry) => {
    if (held.has(entry.recorded.stream)) parked.push({ recorded: entry.recorded, reason: HELD_BACK });
    return !held.has(entry.recorded.stream);
  });
  if (free.length === 0) return parked;
  if ((await attempt(client, projection, schema, free, notice)) === undefined) return parked;
  for (const entry of free) {
    const reason = held.has(entry.recorded.stream) ? HELD_BACK : await attempt(client, projection, schema, [entry], notice);
    if (reason === undefined) continue;
    held.add(entry.recorded.stream);
    parked.push({ recorded: entry.recorded, reason });
  }
  return parked;
}

/** Applies all of the events or none; answers what went wrong when it is the events' fault. */
async function attempt(client: PoolClient, projection: Projection, schema: string, events: readonly ReadEvent[], notice: Notice): Promise<string | undefined> {
  await client.query('savepoint events');
  try {
    const rows = rowsOf(client, schema);
    await handle(projection, rows, events);
    await rows.flush();
    notice.add(rows.notice);
    await client.query('release savepoint events');
    return undefined;
  } catch (error) {
    if (error instanceof DatabaseFault) throw error;
    await client.query('rollback to savepoint events');
    return `处理失败：${error instanceof Error ? error.message : String(error)}`;
  }
}

async function handle(projection: Projection, rows: BatchRows, events: readonly ReadEvent[]): Promise<void> {
  await projection.load(rows, events.map(({ event }) => event));
  for (const { event } of events) {
    const handler = projection.handlers[event.type];
    if (!handler) throw new Error(`${projection.name} has no handler for ${event.type}`);
    handler(rows, event as never);
  }
}

function rowsOf(client: PoolClient, schema: string): BatchRows {
  return createBatchRows({ query: async (sql, values) => ({ rows: (await client.query(sql, [...values])).rows as Record<string, unknown>[] }) }, schema);
}
