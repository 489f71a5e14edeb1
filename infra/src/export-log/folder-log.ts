import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readAcknowledged } from '@jwxt/eventstore/acknowledged-mark.ts';
import { eventsOf, frameLength, isFrame, readFrame, type Frame } from '@jwxt/eventstore/frame.ts';
import { SEGMENT_HEADER, listSegments } from '@jwxt/eventstore/segment.ts';
import { decodeReadAnswer } from '../runtime/event-log-read-messages.ts';
import type { RecordedEvent } from '../runtime/recorded-event.ts';
import { isRetentionEvent, isSystemEvent } from '../runtime/system-events.ts';

/** Where the end of the segment before it stands in a segment's head. */
const previousEnd = 32;

/**
 * All events in a backup, or in the data folder of the local node, which may be running: what was acknowledged when it
 * began. Nothing is written there. Throws when the folder holds no log, or a damaged one.
 */
export function* readFolder(given: string): Generator<RecordedEvent[]> {
  const folder = [join(given, 'eventstore'), given].find((each) => existsSync(join(each, 'log')));
  if (folder === undefined) throw new Error(`${given} 中没有事件日志（eventstore/log）`);
  const end = readAcknowledged(join(folder, 'acknowledged'));
  const segments = listSegments(join(folder, 'log'));
  let bytes = load(segments[0]);
  for (const [index, segment] of segments.entries()) {
    const next = load(segments[index + 1]);
    const base = Number.parseInt(basename(segment), 10);
    const stop = next === undefined ? end : Math.min(end, next.readDoubleLE(previousEnd));
    for (let at = SEGMENT_HEADER; bytes !== undefined && base + at < stop; at += frameLength(bytes, at)) {
      if (!isFrame(bytes, at, base + at)) throw new Error(`${segment} 在偏移 ${at} 处已损坏`);
      yield eventsIn(readFrame(bytes, at));
    }
    bytes = next;
  }
}

function load(segment: string | undefined): Buffer | undefined {
  return segment === undefined ? undefined : readFileSync(segment);
}

function eventsIn(frame: Frame): RecordedEvent[] {
  return eventsOf(frame).flatMap(({ messageStart, end }) => {
    // Behind a byte and the length of the message in four.
    const answer = decodeReadAnswer(frame.bytes.subarray(messageStart + 5, end));
    if (answer.kind !== 'event' || (isSystemEvent(answer.event) && !isRetentionEvent(answer.event))) return [];
    return [answer.event];
  });
}
