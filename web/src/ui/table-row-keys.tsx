import {
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { isSingleKey, useSingleKeys } from '../lib/single-keys.ts';
import type { ListedRow } from './list-engine.ts';
import { useAnyDialog } from './open-dialogs.ts';
import type { DataTableProps } from './table-column.ts';
import { toggled } from './table-rows.tsx';

const MODAL = '[aria-modal=true]';
const ROW = 'tr[data-key]';
/** A dialog gives the focus back by itself a moment after it closed; what it gave it to may be gone. */
const GIVEN_BACK_MS = 30;
/** Controls of a row from which the keyboard moves on to another row. */
const PASSED = 'a,button:not([aria-haspopup]),input[type=checkbox]';

type Place = { readonly key: string; readonly order: readonly string[] };

type RowKeys = {
  table: RefObject<HTMLTableElement | null>;
  /** For the table itself. */
  props: {
    tabIndex?: -1;
    onFocus?: (event: FocusEvent<HTMLTableElement>) => void;
    onKeyDown?: (event: KeyboardEvent<HTMLTableElement>) => void;
  };
  /** The row at which Tab stops; null where rows do not open. */
  stop: string | null;
  /** Beside it: what keeps the focus in it. */
  focus: ReactNode;
};

/**
 * Rows that open are one stop of Tab, and walked by arrows or j and k, Home and End; Enter opens one, Space chooses it.
 * j and k get there from anywhere on the page. The focus comes back to the row that opened a dialog, when that row is
 * gone to the next one, and to the list when none is left.
 */
export function useRowKeys<Row>(
  { onRow, rowKey, selection }: Pick<DataTableProps<Row>, 'onRow' | 'rowKey' | 'selection'>,
  shown: readonly ListedRow<Row>[] | undefined,
): RowKeys {
  const table = useRef<HTMLTableElement>(null);
  const [place, setPlace] = useState<Place | null>(null);
  const keys = shown?.map(({ row }) => rowKey(row)) ?? [];
  const opens = onRow !== undefined;
  const stop = opens ? stopAt(place, keys) : null;
  if (!opens) return { table, props: {}, stop, focus: null };

  function onKeyDown(event: KeyboardEvent<HTMLTableElement>) {
    const target = event.target as HTMLElement;
    const row = rowOf(event.currentTarget, target);
    if (row === null || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const key = row.dataset['key'] ?? '';
    if (target !== row) {
      if (target.matches(PASSED)) walk(event, row);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const listed = shown?.find((each) => rowKey(each.row) === key);
      if (listed) onRow?.(listed.row);
    } else if (event.key === ' ' && selection) {
      event.preventDefault();
      if (selection.disabled?.(key) !== true)
        selection.onChange(
          selection.single ? new Set([key]) : toggled(selection.keys, [key], !selection.keys.has(key)),
        );
    } else walk(event, row);
  }
  return {
    table,
    stop,
    focus: <FocusKept table={table} stop={stop} />,
    props: {
      tabIndex: -1,
      onKeyDown,
      onFocus(event) {
        const key = rowOf(event.currentTarget, event.target)?.dataset['key'];
        if (key !== undefined) setPlace({ key, order: keys });
      },
    },
  };
}

/** Where the keyboard was; when that row is gone, at the next that is left of those below it, else above it. */
export function stopAt(place: Place | null, keys: readonly string[]): string | null {
  if (place !== null) {
    const at = place.order.indexOf(place.key);
    const near = [...place.order.slice(at), ...place.order.slice(0, at).toReversed()];
    const left = near.find((key) => keys.includes(key));
    if (left !== undefined) return left;
  }
  return keys[0] ?? null;
}

/** The row that has a part of this table, not of a dialog or menu opened from it. */
function rowOf(table: HTMLTableElement, part: Element): HTMLElement | null {
  return table.contains(part) ? part.closest<HTMLElement>(ROW) : null;
}

function walk(event: KeyboardEvent<HTMLTableElement>, from: HTMLElement): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>(ROW)];
  const at = rows.indexOf(from);
  const places: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    j: at + 1,
    ArrowUp: at - 1,
    k: at - 1,
    Home: 0,
    End: rows.length - 1,
  };
  const to = places[event.key];
  if (to === undefined) return;
  event.preventDefault();
  rows[to]?.focus();
}

/**
 * The focus gets into the list by j and k, and is not lost with a dialog or a row. A part of its own, since it is drawn
 * with every dialog: the list is not.
 */
function FocusKept({ table, stop }: { table: RefObject<HTMLTableElement | null>; stop: string | null }) {
  const [single] = useSingleKeys();
  const dialog = useAnyDialog();
  /** It was in this list, and since then nowhere but in dialogs above it. */
  const held = useRef(false);
  useEffect(() => {
    const went = ({ target }: Event) => {
      if (!(target instanceof Element)) return;
      if (table.current?.contains(target) === true) held.current = true;
      else if (target.closest(MODAL) === null) held.current = false;
    };
    document.addEventListener('focusin', went);
    document.addEventListener('pointerdown', went);
    return () => {
      document.removeEventListener('focusin', went);
      document.removeEventListener('pointerdown', went);
    };
  }, [table]);
  useEffect(() => {
    if (dialog || !held.current) return undefined;
    const timer = setTimeout(() => {
      const at = document.activeElement;
      if (held.current && (at === null || at === document.body || at.closest(MODAL) !== null))
        (stopIn(table.current) ?? table.current)?.focus();
    }, GIVEN_BACK_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [dialog, stop, table]);
  useEffect(() => {
    if (!single) return undefined;
    const press = (event: globalThis.KeyboardEvent) => {
      const own = table.current;
      if (own === null || !isSingleKey(event, ['j', 'k']) || own.contains(event.target as Node)) return;
      // Beneath a dialog nothing is reached.
      if (document.querySelector(MODAL) !== null && own.closest(MODAL) === null) return;
      const row = stopIn(own);
      if (row === null) return;
      event.preventDefault();
      row.focus();
    };
    window.addEventListener('keydown', press);
    return () => {
      window.removeEventListener('keydown', press);
    };
  }, [single, table]);
  return null;
}

const stopIn = (table: HTMLTableElement | null) => table?.querySelector<HTMLElement>(`${ROW}[tabindex="0"]`) ?? null;
