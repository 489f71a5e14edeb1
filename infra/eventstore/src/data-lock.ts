/**
 * Keeps a second node away from a data folder. The operating system lifts the lock when the process ends, however it
 * ends.
 */
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Another process works on the data folder. */
export class DataLocked extends Error {}

/** The lock, held from construction until it is released. */
export class DataLock {
  readonly #database: DatabaseSync;

  /** Takes the lock of `directory`. Throws DataLocked. */
  constructor(directory: string) {
    // SQLite's file locks work the same on all systems; the file stays empty.
    this.#database = new DatabaseSync(path.join(directory, 'lock'));
    try {
      this.#database.exec('pragma journal_mode = memory; begin exclusive');
    } catch (error) {
      this.#database.close();
      if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
      throw new DataLocked(`数据目录 ${directory} 正被另一个事件节点使用`, { cause: error });
    }
  }

  release(): void {
    this.#database.close();
  }
}

const SQLITE_BUSY = 5;
