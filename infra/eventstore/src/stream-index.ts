/**
 * The index on disk: each stream's state, and where its frames stand in the log. Everything in it is derived from the
 * log, is written after the log, and is rebuilt from it when it is missing, damaged or does not fit.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type { FramePlace } from './frame-place.ts';
import type { IndexAnswer, IndexPiece } from './index-thread.ts';
import { connectIndex, IndexWriter, type StreamChange, type StreamState } from './index-writer.ts';

const SCHEMA_VERSION = 1;
const SCHEMA = `
  create table progress (log text not null, version integer not null, position integer not null);
  create table stream (name text primary key, id integer, last integer, tombstoned integer, metadata text) without rowid;
  create table frame (
    stream integer, revision integer, position integer, length integer, primary key (stream, revision)
  ) without rowid;
`;

/** The index, kept in SQLite: lookups are synchronous, so that decisions are not overtaken; a thread of its own writes it. */
export class StreamIndex {
  /** Log position up to which the index was complete when it was opened. */
  readonly position: number;
  readonly #file: string;
  readonly #database: DatabaseSync;
  readonly #find: StatementSync;
  readonly #forward: StatementSync;
  readonly #backward: StatementSync;
  #writer: IndexWriter | undefined;
  #thread: Worker | undefined;

  private constructor(file: string, database: DatabaseSync, position: number) {
    this.#file = file;
    this.#database = database;
    this.position = position;
    this.#find = database.prepare('select id, last, tombstoned, metadata from stream where name = ?');
    this.#forward = database.prepare(`
      select revision, position, length from frame
      where stream = :stream and revision < :before and revision >= coalesce(
        (select max(revision) from frame where stream = :stream and revision <= :revision), 0)
      order by revision limit :limit`);
    this.#backward = database.prepare(`
      select revision, position, length from frame
      where stream = :stream and revision <= :revision order by revision desc limit :limit`);
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
      if (position === 0 || (await isFrameEnd(position))) return new StreamIndex(file, kept, position);
      kept.close();
    }
    for (const suffix of ['', '-wal', '-shm', '-journal']) fs.rmSync(file + suffix, { force: true });
    const database = connectIndex(file);
    database.exec(SCHEMA);
    database.prepare('insert into progress values (?, ?, 0)').run(logId, SCHEMA_VERSION);
    return new StreamIndex(file, database, 0);
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

  /** Frames from the one that holds `revision` on, up to the revision `before`, which is excluded. */
  forward(stream: number, revision: number, before: number, limit: number): FramePlace[] {
    return this.#forward.all({ stream, revision, before, limit }) as unknown as FramePlace[];
  }

  /** Frames from the one that holds `revision` back, last first. */
  backward(stream: number, revision: number, limit: number): FramePlace[] {
    return this.#backward.all({ stream, revision, limit }) as unknown as FramePlace[];
  }

  /** Writes in this thread: before the node serves, and when it has stopped. */
  write(changes: ReadonlyMap<string, StreamChange>, position: number): void {
    this.#writer ??= new IndexWriter(this.#file);
    this.#writer.write(changes, position);
  }

  /** Hands a piece to the writing thread; `answered` hears what became of it. */
  post(changes: ReadonlyMap<string, StreamChange>, position: number, answered: (answer: IndexAnswer) => void): void {
    this.#thread ??= new Worker(new URL('./index-thread.ts', import.meta.url), { workerData: { file: this.#file } });
    const piece: IndexPiece = { changes, position };
    this.#thread.once('message', answered);
    this.#thread.postMessage(piece);
  }

  /** Ends the writing thread, if there is one. */
  async endThread(): Promise<void> {
    const thread = this.#thread;
    if (!thread) return;
    const ended = new Promise((resolve) => thread.once('exit', resolve));
    thread.postMessage('close');
    await ended;
    this.#thread = undefined;
  }

  close(): void {
    this.#writer?.close();
    this.#database.close();
  }
}

/** Copies the index of a data folder, whose node may be writing it. Best effort: an index can be made from its log. */
export function copyIndex(from: string, to: string): void {
  const [file, copy] = [path.join(from, 'index.sqlite'), path.join(to, 'index.sqlite')];
  if (!fs.existsSync(file)) return;
  try {
    const database = connectIndex(file);
    try {
      database.prepare('vacuum into ?').run(copy);
    } finally {
      database.close();
    }
  } catch {
    fs.rmSync(copy, { force: true });
  }
}

/** Name of the stream whose frame begins at a log position, if an index in `directory` knows it. Slow: for messages. */
export function streamAt(directory: string, position: number): string | undefined {
  const file = path.join(directory, 'index.sqlite');
  if (!fs.existsSync(file)) return undefined;
  try {
    const database = connectIndex(file);
    try {
      const query = 'select name from frame join stream on stream.id = frame.stream where position = ?';
      return database.prepare(query).get(position)?.['name'] as string | undefined;
    } finally {
      database.close();
    }
  } catch {
    return undefined;
  }
}

/** An index of this log and of this version; undefined when it is missing, damaged or another one's. */
function openExisting(file: string, logId: string): DatabaseSync | undefined {
  if (!fs.existsSync(file)) return undefined;
  let database: DatabaseSync | undefined;
  try {
    database = connectIndex(file);
    const progress = database.prepare('select log, version from progress').get();
    if (progress?.['log'] === logId && progress['version'] === SCHEMA_VERSION) return database;
  } catch {
    // Missing tables or a damaged file: the caller rebuilds it.
  }
  database?.close();
  return undefined;
}
