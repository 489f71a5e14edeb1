import { useState } from 'react';

/**
 * What became of a row that the list no longer holds: it waits on another page, it is gone (with the words for it), or
 * nobody has said yet.
 */
export type Fate<Row> = { kind: 'waiting'; row: Row } | { kind: 'gone'; text: string; by: string | null };

/** A row as it is kept on the screen. `gone`: it does not wait for the person any more, and why. */
export type SteadyRow<Row> = { row: Row; gone: { text: string; by: string | null } | null };

/** What is on the screen: the rows in their places, and how many there were in all when the list was last laid out. */
export type Layout<Row> = { key: string; rows: readonly Row[]; total: number };

/** What the server says now. */
export type Fresh<Row> = { list: readonly Row[]; total: number };

/**
 * The screen after news, without losing the place: rows stay where they are and take over what is new about them, those
 * that the list no longer holds too; new ones follow at the end as far as the page has room. Another page, filter or a
 * refresh (`key`) lays out anew.
 */
export function nextLayout<Row>(
  before: Layout<Row> | null,
  key: string,
  fresh: Fresh<Row>,
  idOf: (row: Row) => string,
  pageSize: number,
): Layout<Row> {
  if (before?.key !== key) return { key, rows: fresh.list, total: fresh.total };
  const now = new Map(fresh.list.map((row) => [idOf(row), row]));
  const kept = before.rows.map((row) => now.get(idOf(row)) ?? row);
  const known = new Set(kept.map(idOf));
  const room = Math.max(0, pageSize - kept.length);
  return { ...before, rows: [...kept, ...fresh.list.filter((row) => !known.has(idOf(row))).slice(0, room)] };
}

/** Rows on the screen that the list no longer holds: what became of them only the server knows. */
export function missingRows<Row>(layout: Layout<Row>, fresh: Fresh<Row>, idOf: (row: Row) => string): readonly Row[] {
  const now = new Set(fresh.list.map(idOf));
  return layout.rows.filter((row) => !now.has(idOf(row)));
}

/**
 * The rows with what became of those that are missing, and how many came since the list was laid out: more in all than
 * what is left of what there was. A missing row of which nothing is known yet counts as waiting, and is not called
 * anything.
 */
export function withFates<Row>(
  layout: Layout<Row>,
  fresh: Fresh<Row>,
  idOf: (row: Row) => string,
  fates: ReadonlyMap<string, Fate<Row>>,
): { rows: readonly SteadyRow<Row>[]; arrived: number } {
  const missing = new Set(missingRows(layout, fresh, idOf).map(idOf));
  const rows = layout.rows.map((row): SteadyRow<Row> => {
    const fate = missing.has(idOf(row)) ? fates.get(idOf(row)) : undefined;
    return fate?.kind === 'gone'
      ? { row, gone: { text: fate.text, by: fate.by } }
      : { row: fate?.row ?? row, gone: null };
  });
  const gone = rows.filter((one) => one.gone !== null).length;
  return { rows, arrived: Math.max(0, fresh.total - (layout.total - gone)) };
}

/** {@link nextLayout} of a live list. `relay` lays it out anew, as after an own decision. */
export function useSteadyRows<Row>(
  steady: boolean,
  key: string,
  fresh: Fresh<Row> | undefined,
  idOf: (row: Row) => string,
  pageSize: number,
) {
  const [laid, setLaid] = useState(0);
  const [layout, setLayout] = useState<{ from: Fresh<Row>; now: Layout<Row> } | null>(null);
  const place = steady ? `${key}|${String(laid)}` : '';
  let shown = layout;
  if (fresh !== undefined && (layout?.from !== fresh || layout.now.key !== place)) {
    shown = { from: fresh, now: nextLayout(steady ? (layout?.now ?? null) : null, place, fresh, idOf, pageSize) };
    setLayout(shown);
  }
  return {
    shown,
    relay: () => {
      setLaid((times) => times + 1);
    },
  };
}
