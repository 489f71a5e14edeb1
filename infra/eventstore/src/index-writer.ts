/** Writes the index on disk. The only writer of its file; readers have connections of their own and are never held up. */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { FramePlace } from './frame-place.ts';

/** What decisions and reads need to know about a stream. */
export interface StreamState {
  /** Position of the stream's first frame; −1 while it has none. */
  id: number;
  /** Revision of the last event; −1 when there is none. */
  last: number;
  tombstoned: boolean;
  /** Data of the last event of the `$$` stream; null when there is none. */
  metadata: string | null;
}

/** What has to be written for one stream: its state, and its frames that are not in the index yet. */
export interface StreamChange {
  state: StreamState;
  frames: FramePlace[];
}

/** Opens the database for reading or writing beside other connections. */
export function connectIndex(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma cache_size = -16000; pragma wal_autocheckpoint = 2000');
  return database;
}

/** One writing connection. */
export class IndexWriter {
  readonly #database: DatabaseSync;
  readonly #putStream: StatementSync;
  readonly #putFrame: StatementSync;
  readonly #putProgress: StatementSync;

  constructor(file: string) {
    const database = connectIndex(file);
    this.#database = database;
    this.#putStream = database.prepare(`
      insert into stream values (?, ?, ?, ?, ?) on conflict (name) do update
      set id = excluded.id, last = excluded.last, tombstoned = excluded.tombstoned, metadata = excluded.metadata`);
    this.#putFrame = database.prepare('insert or replace into frame values (?, ?, ?, ?)');
    this.#putProgress = database.prepare('update progress set position = ?');
  }

  /** Writes changes in one transaction; the index is then complete up to `position`. */
  write(changes: ReadonlyMap<string, StreamChange>, position: number): void {
    this.#database.exec('begin');
    try {
      for (const [name, { state }] of [...changes].sort(byName)) {
        this.#putStream.run(name, state.id, state.last, state.tombstoned ? 1 : 0, state.metadata);
      }
      for (const { state, frames } of [...changes.values()].sort((a, b) => a.state.id - b.state.id)) {
        for (const frame of frames) this.#putFrame.run(state.id, frame.revision, frame.position, frame.length);
      }
      this.#putProgress.run(position);
      this.#database.exec('commit');
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('rollback');
      throw error;
    }
  }

  close(): void {
    this.#database.close();
  }
}

function byName(a: [string, unknown], b: [string, unknown]): number {
  return a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0;
}
