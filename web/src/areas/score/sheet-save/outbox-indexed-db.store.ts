import type { OutboxRecord, OutboxStore } from './sheet-outbox.store.ts';

const DATABASE = 'jwxt-outbox';
const TABLE = 'sheets';
const LOCK_PREFIX = 'jwxt-page-';

let opened: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(TABLE, { keyPath: 'key' }).createIndex('userName', 'userName');
    };
    request.onsuccess = () => {
      // Another window with a newer version may upgrade; the next call opens again.
      request.result.onversionchange = () => {
        request.result.close();
        opened = null;
      };
      resolve(request.result);
    };
    request.onerror = () => {
      reject(request.error ?? new Error('IndexedDB'));
    };
  });
  opened.catch(() => {
    opened = null;
  });
  return opened;
}

/** Runs one request in a transaction of its own and waits until it is on disk. */
async function run<T>(mode: IDBTransactionMode, work: (table: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const transaction = (await database()).transaction(TABLE, mode, {
    durability: mode === 'readwrite' ? 'strict' : 'default',
  });
  return new Promise((resolve, reject) => {
    const request = work(transaction.objectStore(TABLE));
    transaction.oncomplete = () => {
      resolve(request.result);
    };
    transaction.onerror = () => {
      reject(transaction.error ?? new Error('IndexedDB'));
    };
    transaction.onabort = () => {
      reject(transaction.error ?? new Error('IndexedDB'));
    };
  });
}

/**
 * This page's name in the outbox. A lock under it is held as long as the page lives, so that other pages know who is
 * gone.
 */
export const pageOwner =
  `${Date.now().toString(36)}-` +
  `${Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join('')}`;

/**
 * Web locks exist on https and localhost only; elsewhere every other page counts as gone, and its record is sent by
 * whoever opens the sheet.
 */
const locks = typeof navigator === 'undefined' ? undefined : (navigator.locks as LockManager | undefined);
void locks?.request(LOCK_PREFIX + pageOwner, () => new Promise<never>(() => {}));

/** The outbox in the browser's own database: survives reload, crash and a closed lid. */
export const indexedDbOutbox: OutboxStore = {
  list: (userName) => run<OutboxRecord[]>('readonly', (table) => table.index('userName').getAll(userName)),
  put: async (record) => {
    await run('readwrite', (table) => table.put(record));
  },
  remove: async (key) => {
    await run('readwrite', (table) => table.delete(key));
  },
  async isAlive(owner) {
    const held = (await locks?.query())?.held ?? [];
    return held.some((lock) => lock.name === LOCK_PREFIX + owner);
  },
  whenGone: async (owner) => {
    await locks?.request(LOCK_PREFIX + owner, { mode: 'shared' }, () => {});
  },
};

/** How many sheets have input on this device that has not been stored by the server, whoever typed it. */
export function keptSheets(): Promise<number> {
  return run<number>('readonly', (table) => table.count());
}
