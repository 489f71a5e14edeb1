import type { PendingSave, Grid } from '../sheet-grid/sheet-grid.model.ts';
import { draftsToKeep, type KeptDrafts } from './sheet-merge.model.ts';

/** What one open page has typed into one sheet and not got acknowledged. */
export type OutboxRecord = {
  /** `user|sheet|owner`. */
  readonly key: string;
  readonly userName: string;
  readonly sheetId: string;
  /** The page that writes this record; two windows on one sheet never overwrite each other. */
  readonly owner: string;
  readonly drafts: KeptDrafts;
  readonly attempt: PendingSave | null;
  /** Epoch milliseconds. */
  readonly updatedAt: number;
};

/** Durable place of outbox records. */
export type OutboxStore = {
  list(userName: string): Promise<OutboxRecord[]>;
  put(record: OutboxRecord): Promise<void>;
  remove(key: string): Promise<void>;
  /** Whether the page that wrote a record is still open, and so sends it itself. */
  isAlive(owner: string): Promise<boolean>;
  /** Resolves when that page is gone. A page being reloaded counts as open for a moment. */
  whenGone(owner: string): Promise<void>;
};

/**
 * Keeps one sheet's outbox in step with the grid: one write at a time, always the newest state, gone when nothing is
 * open.
 */
export type SheetOutbox = {
  /** Writes what the grid holds now, soon. */
  keep(grid: Grid): void;
  /**
   * Records of pages that are gone (reload, crash, closed lid), oldest first. They are removed only by `adopted`.
   * `later` is called once for each other page that is still open, when it has gone.
   */
  abandoned(later?: () => void): Promise<OutboxRecord[]>;
  /** The grid holds these now and has been written. */
  adopted(records: readonly OutboxRecord[]): Promise<void>;
  /** Resolves when everything asked for so far is written. */
  settled(): Promise<void>;
};

/** The outbox of one sheet for one open page. */
export function sheetOutbox(
  store: OutboxStore,
  at: { userName: string; sheetId: string; owner: string },
  now: () => number,
  onFailure: (error: unknown) => void,
): SheetOutbox {
  const key = `${at.userName}|${at.sheetId}|${at.owner}`;
  let wanted: Grid | null = null;
  let running: Promise<void> | null = null;
  let written = false;
  const awaited = new Set<string>();

  const run = async () => {
    while (wanted) {
      const grid = wanted;
      wanted = null;
      const drafts = draftsToKeep(grid);
      try {
        if (Object.keys(drafts).length > 0) {
          await store.put({ key, ...at, drafts, attempt: grid.attempt, updatedAt: now() });
          written = true;
        } else if (written) {
          await store.remove(key);
          written = false;
        }
      } catch (error) {
        onFailure(error);
      }
    }
  };
  const start = () => {
    running ??= run().finally(() => {
      running = null;
      if (wanted) start();
    });
  };

  return {
    keep(grid) {
      wanted = grid;
      start();
    },
    async abandoned(later = () => {}) {
      const others = (await store.list(at.userName)).filter(
        (record) => record.sheetId === at.sheetId && record.key !== key,
      );
      const alive = await Promise.all(others.map((record) => store.isAlive(record.owner)));
      for (const { owner } of others.filter((_, index) => alive[index])) {
        if (awaited.has(owner)) continue;
        awaited.add(owner);
        void store.whenGone(owner).then(() => {
          awaited.delete(owner);
          later();
        });
      }
      return others.filter((_, index) => !alive[index]).toSorted((one, other) => one.updatedAt - other.updatedAt);
    },
    async adopted(records) {
      while (running) await running;
      for (const record of records) await store.remove(record.key);
    },
    async settled() {
      while (running) await running;
    },
  };
}
