import { useSyncExternalStore } from 'react';
import type { CellRef } from './sheet-grid.model.ts';

/** The cell in which the person works. Outside React's state, so that moving on renders two rows and not the sheet. */
export type CellFocus = { get(): CellRef | null; set(ref: CellRef | null): void; subscribe(listener: () => void): () => void };

/** The focus of one grid. */
export function cellFocus(): CellFocus {
  let current: CellRef | null = null;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set(ref) {
      if (ref?.studentCode === current?.studentCode && ref?.dataKey === current?.dataKey) return;
      current = ref;
      listeners.forEach((listener) => { listener(); });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Column of the focused cell when it is in this row, else null. */
export function useFocusedColumn(focus: CellFocus, studentCode: string): string | null {
  return useSyncExternalStore(focus.subscribe, () => { const at = focus.get(); return at?.studentCode === studentCode ? at.dataKey : null; });
}

/** Column of the focused cell, whatever its row. */
export function useCurrentColumn(focus: CellFocus): string | null {
  return useSyncExternalStore(focus.subscribe, () => focus.get()?.dataKey ?? null);
}
