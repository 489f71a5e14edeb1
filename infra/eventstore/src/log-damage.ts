/**
 * Damage found while the node runs ends it, because whatever it served would have a hole. A note in the data folder makes the
 * next start verify the whole log first, so that it refuses at once instead of serving until the damage is met again.
 */
import fs from 'node:fs';
import path from 'node:path';
import { LogDamaged } from './log-check.ts';
import { streamAt } from './stream-index.ts';

/** Whether damage was met since the whole log was last verified. */
export function hasDamageNote(directory: string): boolean {
  return fs.existsSync(noteIn(directory));
}

/** Leaves the note. Best effort: without it the next start merely finds the damage later. */
export function noteDamage(directory: string, error: Error): void {
  try {
    fs.writeFileSync(noteIn(directory), `${error.message}\n`, { flush: true });
  } catch {
    // A disk that takes no notes is reported with the damage itself.
  }
}

/** Removes the note, when the whole log has proved to be sound. */
export function clearDamageNote(directory: string): void {
  fs.rmSync(noteIn(directory), { force: true });
}

function noteIn(directory: string): string {
  return path.join(directory, 'damage-found');
}

/** The same damage, with the name of the stream where the index knows it. Other errors are returned as they are. */
export function withStream(directory: string, error: unknown): unknown {
  if (!(error instanceof LogDamaged) || error.position === undefined) return error;
  const stream = streamAt(directory, error.position);
  return stream === undefined ? error : new LogDamaged(`${error.message}，属于流 ${stream}`);
}
