/**
 * The index on disk: each stream's state, and where its frames stand in the log. Everything in it is derived from the
 * log, is written after the log, and is rebuilt from it when it is missing, damaged or does not fit.
 */
import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { FramePlace } from './frame-place.ts';

const SCHEMA_VERSION = 1;
const SCHEMA = `
  create table progress (log text not null, version integer not null, position integer not null);
  create table stream (name text primary key, id integer, last integer, tombstoned integer, metadata text) without rowid;
  create table frame (
    stream integer, revision integer, position integer, length integer, primary key (stream, revision)
  ) without rowid;
`;

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

/** What has to be written for one stream. */
export interface StreamChange {
  state: StreamState;
  frames: FramePlace[];
}

/** The index, kept in SQLite: lookups are synchronous, so that decisions are not overtaken. */
export class StreamIndex {
  /** Log position up to which the index is complete. */
  position: number;
  readonly #database: DatabaseSync;
  readonly #find: StatementSync;
  readonly #forward: StatementSync;
  readonly #backward: StatementSync;
  readonly #putStream: StatementSync;
  readonly #putFrame: StatementSync;
  readonly #putProgress: StatementSync;

  private constructor(database: DatabaseSync, position: number) {
    this.#database = database;
    this.position = position;
    this.#find = database.prepare('select id, last, tombstoned, metadata from stream where name = ?');
    this.#forward = database.prepare(`
      select revision, position, length from frame
      where stream = :stream and revision >= coalesce(
        (select max(revision) from frame where stream = :stream and revision <= :revision), 0)
      order by revision limit :limit`);
    this.#backward = database.prepare(`
      select revision, position, length from frame
      where stream = :stream and revision <= :revision order by revision desc limit :limit`);
    this.#putStream = database.prepare(`
      insert into stream values (?, ?, ?, ?, ?) on conflict (name) do update
      set id = excluded.id, last = excluded.last, tombstoned = excluded.tombstoned, metadata = excluded.metadata`);
    this.#putFrame = database.prepare('insert or replace into frame values (?, ?, ?, ?)');
    this.#putProgress = database.prepare('update progress set position = ?');
  }

  /**
   * Opens the index in `directory`, or starts an empty one when the old one cannot serve the log.
   * @param isFrameEnd whether a frame of the log ends at a position; an index that ends elsewhere knows another log
   */
  static async open(directory: string, logId: string, isFrameEnd: (position: number) => Promise<boolean>): Promise<StreamIndex> {
    const file = path.join(directory, 'index.sqlite');
    const kept = openExisting(file, logId);
    if (kept) {
      const position = Number(kept.prepare('select position from progress').get()!['position']);
      if (position === 0 || (await isFrameEnd(position))) return new StreamIndex(kept, position);
      kept.close();
    }
    for (const suffix of ['', '-wal', '-shm', '-journal']) fs.rmSync(file + suffix, { force: true });
    const database = connect(file);
    database.exec(SCHEMA);
    database.prepare('insert into progress values (?, ?, 0)').run(logId, SCHEMA_VERSION);
    return new StreamIndex(database, 0);
  }

  find(name: string): StreamState | undefined {
    const row = this.#find.get(name);
    if (!row) return undefined;
    return {
      id: row['id'] as number,
      last: row['last'] as number,
      tombstoned: row['tombstoned'] === 1,
      metadata: row['metadata'] as string | null,
    };
  }

  /** Frames from the one that holds `revision` on. */
  forward(stream: number, revision: number, limit: number): FramePlace[] {
    return this.#forward.all({ stream, revision, limit }) as unknown as FramePlace[];
  }

  /** Frames from the one that holds `revision` back, last first. */
  backward(stream: number, revision: number, limit: number): FramePlace[] {
    return this.#backward.all({ stream, revision, limit }) as unknown as FramePlace[];
  }

  /** Writes changes in one transaction; the index is then complete up to `position`. */
  write(changes: Map<string, StreamChange>, position: number): void {
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
    this.position = position;
  }

  close(): void {
    this.#database.close();
  }
}

/** An index of this log and of this version; undefined when it is missing, damaged or another one's. */
function openExisting(file: string, logId: string): DatabaseSync | undefined {
  if (!fs.existsSync(file)) return undefined;
  let database: DatabaseSync | undefined;
  try {
    database = connect(file);
    const progress = database.prepare('select log, version from progress').get();
    if (progress?.['log'] === logId && progress['version'] === SCHEMA_VERSION) return database;
  } catch {
    // Missing tables or a damaged file: the caller rebuilds it.
  }
  database?.close();
  return undefined;
}

function byName(a: [string, unknown], b: [string, unknown]): number {
  return a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0;
}

function connect(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  database.exec(`
    pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = normal;
    pragma cache_size = -16000; pragma wal_autocheckpoint = 2000;`);
  return database;
}
