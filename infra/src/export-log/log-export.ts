import { isUtf8 } from 'node:buffer';
import type { EventLog } from '../runtime/event-log.ts';
import type { RecordedEvent } from '../runtime/recorded-event.ts';

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

/** All events of a log as lines, in stretches. */
export async function* exportedLog(log: EventLog): AsyncGenerator<string> {
  yield `${exportHeader}\n`;
  for await (const events of log.readAllStretches()) yield `${events.map(exportLine).join('\n')}\n`;
}
