import type { EventLog } from '@jwxt/infra/runtime/event-log.ts';
import type { RecordedEvent } from '@jwxt/infra/runtime/event-log-reading.ts';
import { comparePositions, type Position } from '@jwxt/infra/runtime/log-position.ts';
import type { LogBatch, Place } from './log-batch.ts';

/** Events of one transaction: large enough to share its cost, small enough for memory when each event holds a whole class. */
export const EVENTS_PER_BATCH = 500;

/** Reads the log from a place to its present end, in stretches without gaps. Stops at once, without error, when the signal is aborted. */
export async function* readBatches(log: EventLog, from: Place, signal: AbortSignal, maxBatch = EVENTS_PER_BATCH): AsyncGenerator<LogBatch> {
  let after = from;
  let events: RecordedEvent[] = [];
  const source = log.readAll({ from })[Symbol.asyncIterator]();
  try {
    for (;;) {
      // While the store is away a read waits for it; whoever wants to stop does not.
      const step = await unlessAborted(source.next(), signal);
      if (!step) return;
      if (step.done) break;
      const event = step.value;
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
  } finally {
    void source.return?.().catch(() => undefined);
  }
}

/** The promise's value, or undefined as soon as the signal is aborted. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  if (signal.aborted) {
    promise.catch(() => undefined);
    return undefined;
  }
  let stop: () => void = () => undefined;
  const stopped = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([promise, stopped]);
  } finally {
    signal.removeEventListener('abort', stop);
    promise.catch(() => undefined);
  }
}

/** Position of the last event that is not the store's own; undefined when there is none. */
export async function lastEventPosition(log: EventLog): Promise<Position | undefined> {
  // Asking for two keeps the read going past the store's own events at the end.
  for await (const event of log.readAll({ direction: 'backwards', maxCount: 2 })) return event.position;
  return undefined;
}
