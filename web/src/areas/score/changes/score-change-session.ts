import { z } from 'zod';
import { newCommandId } from '../../../lib/command-id.ts';
import {
  commitTyping,
  discardDrafts,
  redo,
  resolveConflict,
  typeCells,
  typedNow,
  typing,
  undo,
} from '../sheet-save/sheet-edit.model.ts';
import { openGrid, type Grid, type Sheet } from '../sheet-grid/sheet-grid.model.ts';
import { draftsToKeep, mergeSheet, restoreDrafts } from '../sheet-save/sheet-merge.model.ts';
import { pasteBlock } from '../sheet-import/sheet-paste.model.ts';
import type { GridSession } from '../sheet/sheet-session.ts';

/**
 * A published sheet in which proposals are typed: nothing is saved until the application is sent, but a reload loses
 * nothing.
 */
export type ChangeSession = GridSession & {
  merge(sheet: Sheet): void;
  setGrid(grid: Grid): void;
  reason(): string;
  setReason(reason: string): void;
  /** Id of the application that is made here, under which files are attached before it is sent. */
  ownId(): string;
  discard(): void;
};

const keptDraft = z.object({
  text: z.string().nullable(),
  base: z.string().nullable(),
  baseRevision: z.number(),
  refusal: z.string().optional(),
});
const kept = z.object({
  drafts: z.record(z.string(), z.record(z.string(), keptDraft)),
  reason: z.string(),
  ownId: z.string().optional(),
});

/** Opens a published sheet for a change application. `storage` keeps proposals over a reload under `key`. */
export function changeSession(
  sheet: Sheet,
  me: string,
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  key: string,
): ChangeSession {
  // Published scores are read-only as such; a proposal may be typed, and for the teachers with every remark.
  const asOpen = (each: Sheet): Sheet => ({
    ...each,
    editable: true,
    remarks: each.remarks.map((remark) =>
      each.changeAs === 'onBehalf' ? { ...remark, teacherMaySet: remark.inUse } : remark,
    ),
  });
  const listeners = new Set<() => void>();
  let state: { grid: Grid; reason: string } = { grid: openGrid(asOpen(sheet), me), reason: '' };
  const before = read(storage, key);
  const ownId = before?.ownId ?? newCommandId();
  if (before) state = { grid: restoreDrafts(state.grid, before.drafts, null).grid, reason: before.reason };

  const set = (next: { grid: Grid; reason: string }) => {
    state = next;
    listeners.forEach((listener) => {
      listener();
    });
    const drafts = draftsToKeep(state.grid);
    try {
      if (Object.keys(drafts).length === 0 && state.reason === '') storage.removeItem(key);
      else storage.setItem(key, JSON.stringify({ drafts, reason: state.reason, ownId }));
    } catch {
      // A full or forbidden storage only means that a reload forgets; the page itself goes on.
    }
  };
  const setGrid = (grid: Grid) => {
    if (grid !== state.grid) set({ ...state, grid });
  };
  const commit = () => {
    const { grid, refused } = commitTyping(state.grid);
    setGrid(grid);
    return refused;
  };
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    typing(ref, text) {
      setGrid(typing(state.grid, ref, text));
    },
    commit,
    cancel() {
      const typed = typedNow(state.grid);
      if (typed) setGrid(typing(state.grid, typed, null));
    },
    type(edits) {
      const { grid, refused } = typeCells(state.grid, edits);
      setGrid(grid);
      return refused;
    },
    paste(order, anchor, text) {
      commit();
      const { grid, report } = pasteBlock(state.grid, order, anchor, text);
      setGrid(grid);
      return report;
    },
    undo() {
      commit();
      setGrid(undo(state.grid));
    },
    redo() {
      commit();
      setGrid(redo(state.grid));
    },
    resolve(ref, choice) {
      setGrid(resolveConflict(state.grid, ref, choice));
    },
    saveNow() {
      commit();
    },
    merge(next) {
      setGrid(mergeSheet(state.grid, asOpen(next)));
    },
    setGrid,
    ownId: () => ownId,
    reason: () => state.reason,
    setReason(reason) {
      set({ ...state, reason });
    },
    discard() {
      set({ grid: discardDrafts(state.grid), reason: '' });
    },
  };
}

function read(storage: Pick<Storage, 'getItem'>, key: string): z.output<typeof kept> | null {
  try {
    return kept.safeParse(JSON.parse(storage.getItem(key) ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}
