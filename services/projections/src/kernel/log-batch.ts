import type { EventHistory } from '@jwxt/contracts/kernel/event-history.ts';
import { UnreadableEvent, decodeEvent } from '@jwxt/infra/runtime/event-codec.ts';
import type { RecordedEvent } from '@jwxt/infra/runtime/recorded-event.ts';
import { comparePositions, type Position } from '@jwxt/infra/runtime/log-position.ts';
import type { ProjectedEvent, Projection } from './projection.ts';

/** A place in the log, or its beginning. */
export type Place = Position | 'start';

/** A stretch of the log without gaps: everything after `after` up to and including `upTo`. */
export interface LogBatch {
  readonly after: Place;
  readonly upTo: Position;
  readonly events: readonly RecordedEvent[];
  /** Events that the stretch has in the log, an estimate when only some were read. Default: as many as `events`. */
  readonly count?: number;
}

/** Whether `a` is at or beyond `b`. */
export function reaches(a: Place, b: Place): boolean {
  if (b === 'start') return true;
  return a !== 'start' && comparePositions(a, b) >= 0;
}

/** Whether two places are the same. */
export function samePlace(a: Place, b: Place): boolean {
  return reaches(a, b) && reaches(b, a);
}

/** The part of a batch that lies beyond a checkpoint. */
export function beyond(batch: LogBatch, checkpoint: Place): readonly RecordedEvent[] {
  return checkpoint === 'start'
    ? batch.events
    : batch.events.filter((event) => comparePositions(event.position, checkpoint) > 0);
}

/**
 * Whether an event concerns a read model: one that may be read as a type it handles, or, in streams it reads, one that
 * this version of the product does not know, because nobody can tell that it may be left out.
 */
export function concerns({ history, handlers, streams }: Projection, event: RecordedEvent): boolean {
  if (!streams.some(({ prefix }) => event.stream.startsWith(prefix))) return false;
  const meanings = history.readAs(event.type);
  if (meanings === undefined) return true;
  for (const type of meanings) if (Object.hasOwn(handlers, type)) return true;
  return false;
}

/** What a batch holds, decoded once for all read models that share it. */
const decodedOf = new WeakMap<
  readonly RecordedEvent[],
  Map<RecordedEvent, readonly ProjectedEvent[] | UnreadableEvent>
>();

/** What a recorded event of a batch is to a read model's handlers, in order. Throws {@link UnreadableEvent}. */
export function projected(
  recorded: RecordedEvent,
  batch: Pick<LogBatch, 'events'>,
  { history, handlers }: Projection,
): readonly ProjectedEvent[] {
  let decoded = decodedOf.get(batch.events);
  if (!decoded) decodedOf.set(batch.events, (decoded = new Map()));
  let events = decoded.get(recorded);
  if (!events) decoded.set(recorded, (events = decode(recorded, history)));
  if (events instanceof UnreadableEvent) throw events;
  return events.filter(({ type }) => Object.hasOwn(handlers, type));
}

function decode(recorded: RecordedEvent, history: EventHistory): readonly ProjectedEvent[] | UnreadableEvent {
  try {
    const { metadata, events } = decodeEvent(recorded, history);
    const {
      time,
      actor: { userName, name },
    } = metadata;
    return events.map(
      ({ event, stream, revision }) =>
        ({ type: event.type, data: event.data, stream, revision, time, userName, name }) as ProjectedEvent,
    );
  } catch (error) {
    if (error instanceof UnreadableEvent) return error;
    throw error;
  }
}
