/**
 * The index on disk: each stream's state, and where its frames stand in the log. Everything in it is derived from the
 * log, is written after the log, and is rebuilt from it when it is missing, damaged or does not fit.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type { FramePlace } from './frame-place.ts';
import {
  FENCE,
  frameIn,
  IndexDamaged,
  IndexUnwritable,
  isIndexDamage,
  progressSum,
  SCHEMA,
  SELECT_STREAM,
  streamIn,
  type StreamState,
} from './index-rows.ts';
import type { IndexAnswer, IndexPiece } from './index-thread.ts';
import { connectIndex, IndexWriter, type StreamChange } from './index-writer.ts';

/** Removes the index of a data folder; it is made anew when the folder is opened. */
export function removeIndex(directory: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal'])
    fs.rmSync(path.join(directory, `index.sqlite${suffix}`), { force: true });
}

const IN_MEMORY = ':memory:';

interface Opened {
  database: DatabaseSync;
  file: string;
  log: string;
  /** Log position up to which the index is complete. */
  position: number;
}

/**
 * The index, kept in SQLite: lookups are synchronous, so that decisions are not overtaken; a thread of its own writes
 * it.
 */
export class StreamIndex {
  /** Log position up to which the index was complete when it was opened. */
  readonly position: number;
  readonly #file: string;
  readonly #log: string;
  readonly #database: DatabaseSync;
  readonly #find: StatementSync;
  readonly #forward: StatementSync;
  readonly #backward: StatementSync;
  #writer: IndexWriter | undefined;
  #thread: Worker | undefined;

  private constructor({ database, file, log, position }: Opened) {
    this.#file = file;
    this.#log = log;
    this.#database = database;
    this.position = position;
    this.#find = database.prepare(SELECT_STREAM);
    this.#forward = database.prepare(`
      select revision, position, length, sum from frame
      where stream = :stream and revision < :before and revision >= coalesce(
        (select max(revision) from frame where stream = :stream and revision <= :revision), 0)
      order by revision limit :limit`);
    this.#backward = database.prepare(`
      select revision, position, length, sum from frame
      where stream = :stream and revision <= :revision order by revision desc limit :limit`);
  }

  /**
   * Opens the index in `directory`, or starts an empty one when the old one cannot serve the log. Throws
   * IndexUnwritable.
   * @param isFrameEnd whether a frame of the log ends at a position; an index that ends elsewhere knows another log
   */
  static async open(
    directory: string,
    log: string,
    isFrameEnd: (position: number) => Promise<boolean>,
  ): Promise<StreamIndex> {
    const file = path.join(directory, 'index.sqlite');
    const kept = await openExisting(file, log, isFrameEnd);
    try {
      if (kept) return new StreamIndex(kept);
    } catch (error) {
      kept!.database.close();
      if (!isIndexDamage(error)) throw unwritable(error);
    }
    removeIndex(directory);
    try {
      return new StreamIndex(create(file, log));
    } catch (error) {
      throw unwritable(error);
    }
  }

  /** An empty index that lives in memory, for a disk that has no room for one. */
  static inMemory(log: string): StreamIndex {
    return new StreamIndex(create(IN_MEMORY, log));
  }

  /** State of a stream; undefined when there is none of this name. Throws IndexDamaged. */
  find(name: string): StreamState | undefined {
    return this.#read(() => {
      const { name: found, next: _, ...state } = streamIn(this.#find.get({ name }), name);
      return found === name && found !== FENCE ? state : undefined;
    });
  }

  /**
   * Frames from the one that holds `revision` on, up to the revision `before`, which is excluded. Throws IndexDamaged.
   */
  forward(stream: number, revision: number, before: number, limit: number): FramePlace[] {
    return this.#read(() => this.#forward.all({ stream, revision, before, limit }).map((row) => frameIn(row, stream)));
  }

  /** Frames from the one that holds `revision` back, last first. Throws IndexDamaged. */
  backward(stream: number, revision: number, limit: number): FramePlace[] {
    return this.#read(() => this.#backward.all({ stream, revision, limit }).map((row) => frameIn(row, stream)));
  }

  /** Whatever cannot be read is damage: an index that the disk does not give is made anew. */
  #read<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (error instanceof IndexDamaged) throw error;
      throw new IndexDamaged(`索引读取失败：${(error as Error).message}`, { cause: error });
    }
  }

  /** Writes in this thread: before the node serves, and when it has stopped. Throws IndexDamaged, or SQLite's error. */
  write(changes: ReadonlyMap<string, StreamChange>, position: number): void {
    this.#writer ??= new IndexWriter(this.#file === IN_MEMORY ? this.#database : connectIndex(this.#file), this.#log);
    this.#writer.write(changes, position);
  }

  /** Hands a piece to the writing thread; `answered` hears what became of it. */
  post(changes: ReadonlyMap<string, StreamChange>, position: number, answered: (answer: IndexAnswer) => void): void {
    if (this.#file === IN_MEMORY) {
      this.write(changes, position);
      return void setImmediate(answered, {});
    }
    const workerData = { file: this.#file, log: this.#log };
    this.#thread ??= new Worker(new URL('./index-thread.ts', import.meta.url), { workerData });
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
    if (this.#file !== IN_MEMORY) this.#writer?.close();
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

/** Opens an index that exists; undefined when it is missing, or is no index of this log and of this version. */
async function openExisting(
  file: string,
  log: string,
  isFrameEnd: (position: number) => Promise<boolean>,
): Promise<Opened | undefined> {
  if (!fs.existsSync(file)) return undefined;
  let database: DatabaseSync | undefined;
  try {
    database = connectIndex(file);
    const [progress, ...more] = database.prepare('select position, sum from progress').all();
    const position = Number(progress?.['position']);
    if (
      more.length === 0 &&
      progress?.['sum'] === progressSum(log, position) &&
      (position === 0 || (await isFrameEnd(position)))
    ) {
      return { database, file, log, position };
    }
  } catch (error) {
    if (!isIndexDamage(error)) {
      database?.close();
      throw (error as { code?: unknown }).code === 'ERR_SQLITE_ERROR' ? unwritable(error) : error;
    }
  }
  database?.close();
  return undefined;
}

function unwritable(error: unknown): IndexUnwritable {
  return new IndexUnwritable(`索引无法写入：${(error as Error).message}`, { cause: error });
}

/** Makes an empty index. */
function create(file: string, log: string): Opened {
  const database = connectIndex(file);
  try {
    database.exec(SCHEMA);
    database.prepare('insert into progress values (0, ?)').run(progressSum(log, 0));
    new IndexWriter(database, log).begin();
    return { database, file, log, position: 0 };
  } catch (error) {
    database.close();
    throw error;
  }
}
