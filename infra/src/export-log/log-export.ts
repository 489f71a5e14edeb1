import { isUtf8 } from 'node:buffer';
import { StreamTombstoned } from '../runtime/event-log-errors.ts';
import type { EventLog } from '../runtime/event-log.ts';
import type { RecordedEvent } from '../runtime/recorded-event.ts';
import { readFolder } from './folder-log.ts';

/** The first line of an export. */
export const exportHeader = JSON.stringify({ format: 'jwxt-log-1' });

/** One event as a line of an export: what its hash is made of. Bytes that are no text stand in base64. */
export function exportLine({ stream, revision, id, type, raw }: RecordedEvent): string {
  const { data, metadata } = raw!;
  return JSON.stringify({
    stream,
    revision: Number(revision),
    id,
    type,
    ...(isUtf8(data) ? { data: data.toString() } : { data64: data.toString('base64') }),
    ...(isUtf8(metadata) ? { metadata: metadata.toString() } : { metadata64: metadata.toString('base64') }),
  });
}

/**
 * All events of a log, or those of one stream, as lines, in stretches; and what lets the store hide or drop any of
 * them. `from`: a backup or data folder.
 */
export async function* exportedLog(from: EventLog | string, only = ''): AsyncGenerator<string> {
  yield `${exportHeader}\n`;
  for await (const events of stretchesOf(from, only)) {
    const lines = events.filter(({ stream }) => only === '' || stream === only).map(exportLine);
    if (lines.length > 0) yield `${lines.join('\n')}\n`;
  }
}

async function* stretchesOf(from: EventLog | string, only: string): AsyncGenerator<readonly RecordedEvent[]> {
  if (typeof from === 'string') yield* readFolder(from);
  else if (only === '') yield* from.readAllStretches({ withRetention: true });
  else
    try {
      for await (const event of from.readStream(only)) yield [event];
    } catch (error) {
      // Nothing of it can be read any more. That it was there, and went, stands in the whole log.
      if (!(error instanceof StreamTombstoned)) throw error;
    }
}
