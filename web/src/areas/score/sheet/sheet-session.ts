import { saveFailureOf } from '../sheet-save/save-failure.ts';
import { saveQueue, type QueueState } from '../sheet-save/save-queue.ts';
import {
  commitTyping,
  discardDrafts,
  redo,
  refsOf,
  resolveAll,
  resolveConflict,
  typeCells,
  typedNow,
  typing,
  undo,
  type RefusedEdit,
  type Typed,
} from '../sheet-save/sheet-edit.model.ts';
import {
  normalise,
  openGrid,
  type PendingSave,
  type CellRef,
  type Grid,
  type Sheet,
} from '../sheet-grid/sheet-grid.model.ts';
import { mergeSheet, restoreDrafts } from '../sheet-save/sheet-merge.model.ts';
import { sheetOutbox, type OutboxStore } from '../sheet-save/sheet-outbox.store.ts';
import { pasteBlock, type PasteReport } from '../sheet-import/sheet-paste.model.ts';
import { hasUnsaved, type SaveAnswer } from '../sheet-save/sheet-save.model.ts';

/** What the page shows of one open sheet besides its query. */
export type SheetState = {
  readonly grid: Grid;
  readonly queue: QueueState;
  /** When something was saved last, `YYYY-MM-DD HH:mm:ss`; null before the first save of this visit. */
  readonly savedAt: string | null;
  /**
   * Drafts of an earlier visit that were put back when the sheet was opened: how many, and those that are still not
   * saved.
   */
  readonly restored: { readonly count: number; readonly left: readonly CellRef[] };
  /** Drafts of students who are no longer in the class. */
  readonly orphans: readonly (CellRef & { readonly text: string | null })[];
  /** This browser cannot keep drafts over a reload. */
  readonly unkept: boolean;
};

export type SessionDeps = {
  userName: string;
  myName: string;
  sheetId: string;
  owner: string;
  store: OutboxStore;
  send(attempt: PendingSave): Promise<SaveAnswer>;
  newId(): string;
  now(): number;
  /** The sheet should be fetched again. */
  onStale(): void;
  onSaved(): void;
};

/** One sheet that is open for typing: its grid, its autosave and its outbox, kept in step. */
export type SheetSession = {
  get(): SheetState;
  subscribe(listener: () => void): () => void;
  /** Takes over a newly fetched sheet. */
  merge(sheet: Sheet): void;
  /**
   * The server says that the sheet has reached a revision. True when there is nothing to fetch for it now: it was this
   * session's own save, or one is on its way that may be what it is about.
   */
  reached(revision: number): boolean;
  /** Types text that is not committed yet. */
  typing(ref: CellRef, text: string): void;
  /** Commits what is being typed. */
  commit(): RefusedEdit[];
  /** Forgets what is being typed and not committed. */
  cancel(): void;
  type(edits: readonly Typed[]): RefusedEdit[];
  paste(order: readonly string[], anchor: CellRef, text: string): PasteReport;
  undo(): void;
  redo(): void;
  resolve(ref: CellRef, choice: 'mine' | 'theirs'): void;
  resolveAll(choice: 'mine' | 'theirs'): void;
  /** The person has taken note of what others replaced. */
  replacedSeen(): void;
  discard(): void;
  saveNow(): void;
  signedIn(): void;
  /** Commits, sends, and tells whether everything arrived. */
  drained(): Promise<boolean>;
  hasUnsaved(): boolean;
  stop(): void;
};

/** What the grid needs of an open sheet, whatever becomes of what is typed. */
export type GridSession = Pick<
  SheetSession,
  'subscribe' | 'typing' | 'commit' | 'cancel' | 'type' | 'paste' | 'undo' | 'redo' | 'resolve' | 'saveNow'
> & { get(): { readonly grid: Grid } };

/**
 * A number left standing in its cell this long is committed, so that the last score of a class is not forgotten
 * unsaved.
 */
const IDLE_COMMIT_MS = 3000;

const NOTHING_RESTORED: SheetState['restored'] = { count: 0, left: [] };

function isDraft(grid: Grid, { studentCode, dataKey }: CellRef): boolean {
  return grid.rows[studentCode]?.drafts[dataKey] !== undefined;
}

/** Opens a sheet for typing and puts back what an earlier visit could not save. */
export function sheetSession(sheet: Sheet, deps: SessionDeps): SheetSession {
  let state: SheetState = {
    grid: openGrid(sheet, deps.userName),
    queue: { kind: 'idle' },
    savedAt: null,
    restored: NOTHING_RESTORED,
    orphans: [],
    unkept: false,
  };
  const listeners = new Set<() => void>();
  let idle: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  /** Every change of the sheet up to this revision was fetched, or made here. */
  let known = sheet.revision;
  /** The newest revision that was heard of while a save was on its way. */
  let heard = -1;

  const set = (change: Partial<SheetState>) => {
    state = { ...state, ...change };
    listeners.forEach((listener) => {
      listener();
    });
  };
  const outbox = sheetOutbox(
    deps.store,
    { userName: deps.userName, sheetId: deps.sheetId, owner: deps.owner },
    deps.now,
    () => {
      if (!state.unkept) set({ unkept: true });
    },
  );
  const setGrid = (grid: Grid) => {
    if (grid === state.grid) return;
    const { count, left } = state.restored;
    set({ grid, restored: { count, left: left.filter((ref) => isDraft(grid, ref)) } });
    outbox.keep(grid);
  };
  const queue = saveQueue({
    read: () => state.grid,
    change: setGrid,
    send: deps.send,
    classify: saveFailureOf,
    newId: deps.newId,
    now: deps.now,
    myName: deps.myName,
    later: (run, ms) => {
      const timer = setTimeout(run, ms);
      return () => {
        clearTimeout(timer);
      };
    },
    onState: (next) => {
      set({ queue: next });
      if (next.kind === 'sending' || heard < 0) return;
      const revision = heard;
      heard = -1;
      if (!isKnown(revision)) deps.onStale();
    },
    onSaved: ({ revision, savedAt }) => {
      if (revision === known + 1) known = revision;
      set({ savedAt });
      deps.onSaved();
    },
    onStale: () => {
      deps.onStale();
    },
  });
  // The first save of all begins the sheet, which shows elsewhere than in its cells.
  const isKnown = (revision: number) => revision <= known && state.grid.sheet.entryState !== 'empty';
  const edit = (change: (grid: Grid) => Grid) => {
    setGrid(change(state.grid));
    queue.touched();
  };
  const commit = (): RefusedEdit[] => {
    clearTimeout(idle);
    if (!typedNow(state.grid)) return [];
    const { grid, refused } = commitTyping(state.grid);
    edit(() => grid);
    return refused;
  };

  void restore();
  async function restore(): Promise<void> {
    try {
      const found = await outbox.abandoned(() => {
        void restore();
      });
      if (found.length === 0 || stopped) return;
      let { grid } = state;
      let orphans = state.orphans;
      for (const record of found) {
        const back = restoreDrafts(grid, record.drafts, record.attempt);
        grid = back.grid;
        orphans = [...orphans, ...back.orphans];
      }
      const left = refsOf(grid, () => true);
      set({ grid, orphans, restored: { count: left.length, left } });
      outbox.keep(grid);
      await outbox.settled();
      if (!state.unkept) await outbox.adopted(found);
      if (left.length > 0 && grid.sheet.editable) queue.flush();
    } catch {
      set({ unkept: true });
    }
  }

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    merge(next) {
      known = Math.max(known, next.revision);
      edit((grid) => mergeSheet(grid, next));
    },
    reached(revision) {
      if (isKnown(revision)) return true;
      if (state.queue.kind !== 'sending') return false;
      heard = Math.max(heard, revision);
      return true;
    },
    typing(ref, text) {
      const other = typedNow(state.grid);
      if (other && (other.studentCode !== ref.studentCode || other.dataKey !== ref.dataKey)) commit();
      setGrid(typing(state.grid, ref, text));
      clearTimeout(idle);
      idle = setTimeout(() => {
        if (normalise(state.grid.sheet, ref.dataKey, text).refusal === undefined) commit();
      }, IDLE_COMMIT_MS);
    },
    commit,
    cancel() {
      clearTimeout(idle);
      const typed = typedNow(state.grid);
      if (typed) setGrid(typing(state.grid, typed, null));
    },
    type(edits) {
      const { grid, refused } = typeCells(state.grid, edits);
      edit(() => grid);
      return refused;
    },
    paste(order, anchor, text) {
      commit();
      const { grid, report } = pasteBlock(state.grid, order, anchor, text);
      edit(() => grid);
      return report;
    },
    undo() {
      commit();
      edit(undo);
    },
    redo() {
      commit();
      edit(redo);
    },
    resolve(ref, choice) {
      edit((grid) => resolveConflict(grid, ref, choice));
    },
    resolveAll(choice) {
      edit((grid) => resolveAll(grid, choice));
    },
    replacedSeen() {
      setGrid({ ...state.grid, replaced: [] });
    },
    discard() {
      edit(discardDrafts);
      set({ restored: NOTHING_RESTORED, orphans: [] });
    },
    saveNow() {
      commit();
      queue.flush();
    },
    signedIn() {
      queue.signedIn();
    },
    drained() {
      commit();
      return queue.drained();
    },
    hasUnsaved: () => hasUnsaved(state.grid),
    stop() {
      stopped = true;
      clearTimeout(idle);
      queue.stop();
    },
  };
}
