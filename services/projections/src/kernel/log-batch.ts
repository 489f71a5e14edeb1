import { eventDefinitions } from '@jwxt/contracts/kernel/all-events.ts';
import { UnreadableEvent, decodeEvent } from '@jwxt/infra/runtime/event-codec.ts';
import type { RecordedEvent } from '@jwxt/infra/runtime/event-log-reading.ts';
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

/** The part of a batch that lies beyond a checkpoint. */
export function beyond(batch: LogBatch, checkpoint: Place): readonly RecordedEvent[] {
  return checkpoint === 'start' ? batch.events : batch.events.filter((event) => comparePositions(event.position, checkpoint) > 0);
}

/**
 * Whether an event concerns a read model: a type it handles, or, in streams it reads, a type that this version of the product
 * does not know, because nobody can tell that it may be left out.
 */
export function concerns(projection: Projection, event: RecordedEvent): boolean {
  if (!Object.hasOwn(projection.handlers, event.type) && eventDefinitions.has(event.type)) return false;
  return projection.streams.some((prefix) => event.stream.startsWith(prefix));
}

/** What a batch holds, decoded once for all read models that share it. */
const decodedOf = new WeakMap<readonly RecordedEvent[], Map<RecordedEvent, ProjectedEvent | UnreadableEvent>>();

/** An event of a batch as handlers see it. Throws {@link UnreadableEvent} for a type or version that is not known. */
export function projected(recorded: RecordedEvent, batch: Pick<LogBatch, 'events'>): ProjectedEvent {
  let decoded = decodedOf.get(batch.events);
  if (!decoded) decodedOf.set(batch.events, (decoded = new Map()));
  let event = decoded.get(recorded);
  if (!event) decoded.set(recorded, (event = decode(recorded)));
  if (event instanceof UnreadableEvent) throw event;
  return event;
}

function decode(recorded: RecordedEvent): ProjectedEvent | UnreadableEvent {
  try {
    const { event, metadata, stream, revision } = decodeEvent(recorded);
    const { userName, name } = metadata.actor;
    return { type: event.type, data: event.data, stream, revision, time: metadata.time, userName, name } as ProjectedEvent;
  } catch (error) {
    if (error instanceof UnreadableEvent) return error;
    throw error;
  }
}
