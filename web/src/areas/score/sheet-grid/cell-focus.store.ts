import { useSyncExternalStore } from 'react';
import type { CellRef } from './sheet-grid.model.ts';
import { blockBetween, fillTargets, isWide, type Block, type Layout } from './sheet-selection.model.ts';

/**
 * The cell in which the person works, and the block drawn from it. Outside React's state, so that moving on renders two
 * rows and not the sheet.
 */
export type CellFocus = {
  get(): CellRef | null;
  /** Goes to a cell; a block that was drawn ends. */
  set(ref: CellRef | null): void;
  /** The other corner of the block; the focused cell itself when none is drawn. */
  corner(): CellRef | null;
  /** Draws the block from the focused cell to this one. */
  extend(ref: CellRef): void;
  /** The focused cell, or the block drawn from it. */
  block(): Block | null;
  /** The handle is being drawn to this row; null when it is not, or was let go. */
  fillTo(studentCode: string | null): void;
  /** Rows and columns as they are shown now. */
  show(layout: Layout): void;
  layout(): Layout;
  subscribe(listener: () => void): () => void;
  /**
   * Columns of the row that are in the block, and those that the handle would fill: texts, so that a row renders only
   * when they change.
   */
  marks(studentCode: string): string;
};

const NONE = '';
const SEPARATOR = ' ';

/** The focus of one grid. */
export function cellFocus(): CellFocus {
  let current: CellRef | null = null;
  let corner: CellRef | null = null;
  let fill: string | null = null;
  let layout: Layout = { order: [], columns: [] };
  let drawn: Block | null = null;
  let targets: ReadonlySet<string> = new Set();
  const listeners = new Set<() => void>();
  const tell = () => {
    drawn = current && blockBetween(layout, current, corner ?? current);
    targets = new Set(fill === null || drawn === null ? [] : fillTargets(layout.order, drawn, fill));
    listeners.forEach((listener) => {
      listener();
    });
  };
  const same = (one: CellRef | null, other: CellRef | null) =>
    one?.studentCode === other?.studentCode && one?.dataKey === other?.dataKey;
  return {
    get: () => current,
    set(ref) {
      if (same(ref, current) && corner === null) return;
      current = ref;
      corner = null;
      tell();
    },
    corner: () => corner ?? current,
    extend(ref) {
      if (current === null || same(ref, corner ?? current)) return;
      corner = same(ref, current) ? null : ref;
      tell();
    },
    block: () => drawn,
    fillTo(studentCode) {
      if (studentCode === fill) return;
      fill = studentCode;
      tell();
    },
    show(next) {
      layout = next;
      tell();
    },
    layout: () => layout,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    marks(studentCode) {
      if (drawn === null) return NONE;
      const selected = isWide(drawn) && drawn.codes.includes(studentCode) ? drawn.keys.join(SEPARATOR) : NONE;
      const filled = targets.has(studentCode) ? drawn.keys.join(SEPARATOR) : NONE;
      const handle = drawn.codes.at(-1) === studentCode ? (drawn.keys.at(-1) ?? NONE) : NONE;
      return selected === NONE && filled === NONE && handle === NONE ? NONE : `${selected}|${filled}|${handle}`;
    },
  };
}

/** Column of the focused cell when it is in this row, else null. */
export function useFocusedColumn(focus: CellFocus, studentCode: string): string | null {
  return useSyncExternalStore(focus.subscribe, () => {
    const at = focus.get();
    return at?.studentCode === studentCode ? at.dataKey : null;
  });
}

/** What of a row is in the drawn block, what the handle would fill, and which cell has the handle. */
export type RowMarks = {
  readonly selected: readonly string[];
  readonly filled: readonly string[];
  readonly handle: string;
};

const unmarked: RowMarks = { selected: [], filled: [], handle: NONE };

/** The marks of a row; renders only when they change. */
export function useRowMarks(focus: CellFocus, studentCode: string): RowMarks {
  const marks = useSyncExternalStore(focus.subscribe, () => focus.marks(studentCode));
  if (marks === NONE) return unmarked;
  const [selected = NONE, filled = NONE, handle = NONE] = marks.split('|');
  return { selected: selected.split(SEPARATOR), filled: filled.split(SEPARATOR), handle };
}

/** Column of the focused cell, whatever its row. */
export function useCurrentColumn(focus: CellFocus): string | null {
  return useSyncExternalStore(focus.subscribe, () => focus.get()?.dataKey ?? null);
}
