import type { EventLog } from '@jwxt/infra/runtime/event-log.ts';
import type { RecordedEvent } from '@jwxt/infra/runtime/recorded-event.ts';
import { comparePositions, type Position } from '@jwxt/infra/runtime/log-position.ts';
import type { LogBatch, Place } from './log-batch.ts';

/**
 * Events of one transaction: large enough to share its cost, small enough for memory when each event holds a whole
 * class.
 */
export const EVENTS_PER_BATCH = 500;

/**
 * Reads the log from a place to its present end, in stretches without gaps. Stops at once, without error, when the
 * signal is aborted.
 */
export async function* readBatches(
  log: EventLog,
  from: Place,
  signal: AbortSignal,
  maxBatch = EVENTS_PER_BATCH,
): AsyncGenerator<LogBatch> {
  let after = from;
  let events: RecordedEvent[] = [];
  const source = log.readAllStretches({ from })[Symbol.asyncIterator]();
  try {
    for (;;) {
      // While the store is away a read waits for it; whoever wants to stop does not.
      const step = await unlessAborted(source.next(), signal);
      if (!step) return;
      if (step.done) break;
      for (const event of step.value) {
        // Reading forwards begins with the event at the place itself, which was handled.
        if (from === 'start' || comparePositions(event.position, from) > 0) events.push(event);
      }
      while (events.length >= maxBatch) {
        const full = events.slice(0, maxBatch);
        const upTo = full.at(-1)!.position;
        events = events.slice(maxBatch);
        yield { after, upTo, events: full };
        after = upTo;
      }
    }
    const last = events.at(-1);
    if (last) yield { after, upTo: last.position, events };
  } finally {
    void source.return?.().catch(() => undefined);
  }
}

/**
 * Like {@link readBatches} with only the events of some streams: the others do not leave the store. `count` is told how
 * far a stretch goes and answers how many events of the log that may be.
 */
export async function* readFiltered(
  log: EventLog,
  streamPrefixes: readonly string[],
  from: Place,
  signal: AbortSignal,
  maxBatch: number,
  count: (after: Place, upTo: Position) => number,
): AsyncGenerator<LogBatch> {
  let after = from;
  let taken: () => void = () => undefined;
  let bring: (batch: LogBatch | 'end') => void = () => undefined;
  let coming = new Promise<LogBatch | 'end'>((resolve) => {
    bring = resolve;
  });
  const give = (upTo: Position, events: readonly RecordedEvent[]): Promise<void> => {
    const handed = new Promise<void>((resolve) => {
      taken = resolve;
    });
    bring({ after, upTo, events, count: count(after, upTo) });
    after = upTo;
    return handed;
  };
  const subscription = log.subscribeToAll({
    name: 'rebuild',
    from,
    filter: { streamPrefixes: [...streamPrefixes] },
    maxBatch,
    onEvents: (events) => give(events.at(-1)!.position, events),
    onCheckpoint: (upTo) => give(upTo, []),
    onCaughtUp: () => bring('end'),
  });
  try {
    for (;;) {
      const batch = await unlessAborted(coming, signal);
      if (!batch || batch === 'end') return;
      coming = new Promise((resolve) => {
        bring = resolve;
      });
      taken();
      yield batch;
    }
  } finally {
    taken();
    void subscription.close();
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
