/**
 * Damage found while the node runs ends it, because whatever it served would have a hole. A note in the data folder
 * makes the next start verify the whole log first, so that it refuses at once instead of serving until the damage is
 * met again.
 */
import fs from 'node:fs';
import path from 'node:path';
import { checkSegments, LogDamaged } from './log-check.ts';
import type { Segment } from './segment.ts';
import { streamAt } from './stream-index.ts';

/** Whether damage was met since the whole log was last verified. */
export function hasDamageNote(directory: string): boolean {
  return fs.existsSync(noteIn(directory));
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

/** Verifies what the start has not verified, and takes reports of damage that a read has met. */
export class DamageWatch {
  readonly #directory: string;
  readonly #onFatal: (error: Error) => void;
  readonly #stopping = new AbortController();
  readonly #check: Promise<void>;

  constructor(directory: string, unverified: readonly Segment[], onFatal: (error: Error) => void) {
    this.#directory = directory;
    this.#onFatal = onFatal;
    this.#check = checkSegments(unverified, this.#stopping.signal).catch((error: Error) => {
      if (!this.#stopping.signal.aborted) this.found(error);
    });
  }

  /** Stored data could not be read as it was written. */
  found(error: Error): void {
    try {
      fs.writeFileSync(noteIn(this.#directory), `${error.message}\n`, { flush: true });
    } catch {
      // Without the note the next start merely finds the damage later.
    }
    this.#onFatal(withStream(this.#directory, error) as Error);
  }

  /** Ends the verification; the segments may be closed then. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#check;
  }
}
