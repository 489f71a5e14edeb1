import type { UnreadableEvent } from '@jwxt/infra/runtime/event-codec.ts';
import type { RecordedEvent } from '@jwxt/infra/runtime/recorded-event.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { DatabaseFault, ValueRefused } from './batch-rows.ts';
import type { HeldRows } from './held-rows.ts';
import type { ProjectedEvent, Projection } from './projection.ts';
import { writeChanges } from './write-rows.ts';

/**
 * A recorded event, which has its position, and what it is to the read model's handlers; or why it is nothing that its
 * type and version say.
 */
export interface ReadEvent {
  readonly recorded: RecordedEvent;
  readonly events: readonly ProjectedEvent[];
  readonly malformed?: string;
}

/** An event that is set aside with the reason. */
export interface ParkedEvent {
  readonly recorded: RecordedEvent;
  readonly reason: string;
}

/** Why an event that is not what its type and version say is set aside. */
export function malformedReason({ message }: UnreadableEvent): string {
  return `事件内容不符合其格式：${message}`;
}

/** Why the later events of a stream wait. */
const HELD_BACK = '同一事件流中更早的事件已被搁置，等待其处理';

/**
 * Applies events to rows in memory. One that the read model cannot take leaves no trace and is answered to be parked,
 * with the later ones of its stream; the rest is applied. Throws when the database fails or refuses a key.
 */
export async function foldEvents(
  projection: Projection,
  rows: HeldRows,
  events: readonly ReadEvent[],
  heldStreams: ReadonlySet<string>,
): Promise<ParkedEvent[]> {
  const held = new Set(heldStreams);
  const parked: ParkedEvent[] = [];
  const free = events.filter(({ recorded }) => !held.has(recorded.stream));
  const unloadable = new Map<RecordedEvent, string>();
  if (free.length > 0) await load(projection, rows, free, unloadable);
  for (const { recorded, events: happened, malformed } of events) {
    const handleAll = (): void => {
      for (const event of happened) handle(projection, rows, event);
    };
    const reason = held.has(recorded.stream)
      ? HELD_BACK
      : (malformed ?? unloadable.get(recorded) ?? failureOf(() => rows.atomically(handleAll)));
    if (reason === undefined) continue;
    held.add(recorded.stream);
    parked.push({ recorded, reason });
  }
  return parked;
}

/**
 * The same with the rows written, for when the database refused a value: events are applied in halves until those to
 * blame are found.
 */
export async function foldApart(
  client: PoolClient,
  schema: string,
  projection: Projection,
  rows: HeldRows,
  events: readonly ReadEvent[],
  heldStreams: ReadonlySet<string>,
): Promise<ParkedEvent[]> {
  await client.query('savepoint events');
  try {
    const parked = await foldEvents(projection, rows, events, heldStreams);
    await writeChanges(client, schema, rows.changes());
    await client.query('release savepoint events');
    rows.written();
    return parked;
  } catch (error) {
    if (!(error instanceof ValueRefused)) throw error;
    await client.query('rollback to savepoint events');
    await client.query('release savepoint events');
    rows.forget();
    const [only] = events;
    if (only && events.length === 1) return [{ recorded: only.recorded, reason: reasonOf(error) }];
    const middle = Math.ceil(events.length / 2);
    const first = await foldApart(client, schema, projection, rows, events.slice(0, middle), heldStreams);
    const held = new Set([...heldStreams, ...first.map(({ recorded }) => recorded.stream)]);
    return [...first, ...(await foldApart(client, schema, projection, rows, events.slice(middle), held))];
  }
}

/**
 * Reads the rows for all events together, and in halves when an event is such that nobody can tell which rows it needs.
 */
async function load(
  projection: Projection,
  rows: HeldRows,
  events: readonly ReadEvent[],
  unloadable: Map<RecordedEvent, string>,
): Promise<void> {
  try {
    await projection.load(
      rows,
      events.flatMap((one) => one.events),
    );
  } catch (error) {
    if (error instanceof DatabaseFault || error instanceof ValueRefused) throw error;
    if (events.length === 1) {
      unloadable.set(events[0]!.recorded, reasonOf(error));
      return;
    }
    const middle = Math.ceil(events.length / 2);
    await load(projection, rows, events.slice(0, middle), unloadable);
    await load(projection, rows, events.slice(middle), unloadable);
  }
}

function handle(projection: Projection, rows: HeldRows, event: ProjectedEvent): void {
  const handler = projection.handlers[event.type];
  if (!handler) throw new Error(`${projection.name} has no handler for ${event.type}`);
  handler(rows, event as never);
}

function failureOf(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

function reasonOf(error: unknown): string {
  return `处理失败：${error instanceof Error ? error.message : String(error)}`;
}
