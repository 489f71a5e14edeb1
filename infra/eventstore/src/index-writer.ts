/**
 * Writes the index on disk. The only writer of its file; readers have connections of their own and are never held up.
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { FramePlace } from './frame-place.ts';
import {
  FENCE,
  frameSum,
  progressSum,
  SELECT_STREAM,
  streamIn,
  type StreamRow,
  type StreamState,
  streamSum,
} from './index-rows.ts';

/** What has to be written for one stream: its state, and its frames that are not in the index yet. */
export interface StreamChange {
  state: StreamState;
  frames: FramePlace[];
}

/** Opens the database for reading or writing beside other connections. */
export function connectIndex(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  try {
    database.exec(
      `pragma journal_mode = wal; pragma synchronous = normal; pragma cache_size = -16000; pragma wal_autocheckpoint =
          2000`,
    );
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

/** One writing connection. */
export class IndexWriter {
  readonly #database: DatabaseSync;
  readonly #log: string;
  readonly #find: StatementSync;
  readonly #addStream: StatementSync;
  readonly #setStream: StatementSync;
  readonly #putFrame: StatementSync;
  readonly #putProgress: StatementSync;

  /** Writes on a connection for the index of a log. */
  constructor(database: DatabaseSync, log: string) {
    this.#database = database;
    this.#log = log;
    this.#find = database.prepare(SELECT_STREAM);
    this.#addStream = database.prepare(
      'insert into stream values (:name, :next, :id, :last, :tombstoned, :metadata, :sum)',
    );
    this.#setStream = database.prepare(`
      update stream set next = :next, id = :id, last = :last, tombstoned = :tombstoned, metadata = :metadata, sum = :sum
      where name = :name`);
    this.#putFrame = database.prepare('insert or replace into frame values (?, ?, ?, ?, ?)');
    this.#putProgress = database.prepare('update progress set position = ?, sum = ?');
  }

  /** The first row of an empty index. */
  begin(): void {
    put(this.#addStream, { name: FENCE, next: null, id: -1, last: -1, tombstoned: false, metadata: null });
  }

  /** Writes changes in one transaction; the index is then complete up to `position`. Throws IndexDamaged. */
  write(changes: ReadonlyMap<string, StreamChange>, position: number): void {
    this.#database.exec('begin');
    try {
      for (const [name, { state }] of [...changes].sort(byName)) this.#putState(name, state);
      for (const { state, frames } of [...changes.values()].sort((a, b) => a.state.id - b.state.id)) {
        for (const frame of frames)
          this.#putFrame.run(state.id, frame.revision, frame.position, frame.length, frameSum(state.id, frame));
      }
      this.#putProgress.run(position, progressSum(this.#log, position));
      this.#database.exec('commit');
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('rollback');
      throw error;
    }
  }

  /** A new stream comes between the one before it and the one that was next to that. */
  #putState(name: string, state: StreamState): void {
    const found = streamIn(this.#find.get({ name }), name);
    if (found.name === name) return put(this.#setStream, { ...state, name, next: found.next });
    put(this.#setStream, { ...found, next: name });
    put(this.#addStream, { ...state, name, next: found.next });
  }

  close(): void {
    this.#database.close();
  }
}

function put(statement: StatementSync, row: StreamRow): void {
  statement.run({ ...row, tombstoned: row.tombstoned ? 1 : 0, sum: streamSum(row) });
}

function byName(a: [string, unknown], b: [string, unknown]): number {
  return a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0;
}
