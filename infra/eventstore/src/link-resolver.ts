/** Link events: type `$>`, data `revision@stream`. */
import type { ResolvedLink } from './event-output.ts';
import type { EventStore } from './event-store.ts';
import { eventsOf, type Frame, recordedIn, type StoredEvent } from './frame.ts';
import { decodeRecorded, recordedType } from './recorded-event.ts';
import { visibleRange } from './stream-rules.ts';

const LINK_TYPE = '$>';

/** The target of a link event; undefined when the event is no link. */
export async function linkOf(store: EventStore, frame: Frame, event: StoredEvent): Promise<ResolvedLink | undefined> {
  const recorded = recordedIn(frame, event);
  if (recordedType(recorded) !== LINK_TYPE) return undefined;
  const match = /^(\d+)@(.+)$/s.exec(decodeRecorded(recorded).data.toString('utf8'));
  return {
    target: match ? await store.patiently(() => readVisibleEvent(store, match[2]!, Number(match[1]))) : undefined,
  };
}

/** One event of a stream, unless it does not exist, or is deleted or trimmed. */
async function readVisibleEvent(store: EventStore, stream: string, revision: number): Promise<Buffer | undefined> {
  const state = store.readable(stream);
  const range = visibleRange(state, Date.now());
  if (state.tombstoned || revision < range.first || revision > state.last) return undefined;
  const frame = (await store.framesForward(stream, revision, 1))[0]!;
  const event = eventsOf(frame).find((candidate) => candidate.revision === revision)!;
  const recorded = recordedIn(frame, event);
  return range.since > 0 && decodeRecorded(recorded).created < range.since ? undefined : recorded;
}
