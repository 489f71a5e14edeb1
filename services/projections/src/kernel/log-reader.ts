import type { EventLog } from '@jwxt/infra/runtime/event-log.ts';
import type { RecordedEvent } from '@jwxt/infra/runtime/event-log-reading.ts';
import { comparePositions, type Position } from '@jwxt/infra/runtime/log-position.ts';
import type { LogBatch, Place } from './log-batch.ts';

/** Events of one transaction: large enough to share its cost, small enough for memory when each event holds a whole class. */
export const EVENTS_PER_BATCH = 500;

/** Reads the log from a place to its present end, in stretches without gaps. Stops early, without error, when the signal is aborted. */
export async function* readBatches(log: EventLog, from: Place, signal: AbortSignal, maxBatch = EVENTS_PER_BATCH): AsyncGenerator<LogBatch> {
  let after = from;
  let events: RecordedEvent[] = [];
  for await (const event of log.readAll({ from })) {
    if (signal.aborted) return;
    // Reading forwards begins with the event at the place itself, which was handled.
    if (from !== 'start' && comparePositions(event.position, from) <= 0) continue;
    events.push(event);
    if (events.length < maxBatch) continue;
    yield { after, upTo: event.position, events };
    after = event.position;
    events = [];
  }
  const last = events.at(-1);
  if (last) yield { after, upTo: last.position, events };
}

/** Position of the last event that is not the store's own; undefined when there is none. */
export async function lastEventPosition(log: EventLog): Promise<Position | undefined> {
  // Asking for two keeps the read going past the store's own events at the end.
  for await (const event of log.readAll({ direction: 'backwards', maxCount: 2 })) return event.position;
  return undefined;
}
