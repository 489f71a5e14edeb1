import { useState } from 'react';

/** A row as it is kept on the screen. */
export type SteadyRow<Row> = { row: Row; /** No longer waiting: somebody else dealt with it. */ gone: boolean };

/** What is on the screen: the rows in their places, and how many there were in all when the list was last laid out. */
export type Layout<Row> = { key: string; rows: readonly SteadyRow<Row>[]; total: number };

/** What the server says now. */
export type Fresh<Row> = { list: readonly Row[]; total: number };

/**
 * The screen after news, without losing the place: rows stay where they are and take over what is new about them; those that are gone stay
 * too, marked; new ones follow at the end as far as the page has room. Another page, filter or a refresh (`key`) lays out anew.
 */
export function nextLayout<Row>(before: Layout<Row> | null, key: string, fresh: Fresh<Row>, idOf: (row: Row) => string, pageSize: number): Layout<Row> {
  if (before?.key !== key) return { key, rows: fresh.list.map((row) => ({ row, gone: false })), total: fresh.total };
  const now = new Map(fresh.list.map((row) => [idOf(row), row]));
  const kept = before.rows.map(({ row }): SteadyRow<Row> => ({ row: now.get(idOf(row)) ?? row, gone: !now.has(idOf(row)) }));
  const known = new Set(before.rows.map(({ row }) => idOf(row)));
  const room = Math.max(0, pageSize - kept.length);
  return { ...before, rows: [...kept, ...fresh.list.filter((row) => !known.has(idOf(row))).slice(0, room).map((row) => ({ row, gone: false }))] };
}

/** How many came since the list was laid out: more in all than what is left of what there was. */
export function arrivedSince<Row>(layout: Layout<Row>, fresh: Fresh<Row>): number {
  const gone = layout.rows.filter((one) => one.gone).length;
  return Math.max(0, fresh.total - (layout.total - gone));
}

/** {@link nextLayout} of a live list. `relay` lays it out anew, as after an own decision. */
export function useSteadyRows<Row>(steady: boolean, key: string, fresh: Fresh<Row> | undefined, idOf: (row: Row) => string, pageSize: number) {
  const [laid, setLaid] = useState(0);
  const [layout, setLayout] = useState<{ from: Fresh<Row>; now: Layout<Row> } | null>(null);
  const place = steady ? `${key}|${String(laid)}` : '';
  let shown = layout;
  if (fresh !== undefined && (layout?.from !== fresh || layout.now.key !== place)) {
    shown = { from: fresh, now: nextLayout(steady ? layout?.now ?? null : null, place, fresh, idOf, pageSize) };
    setLayout(shown);
  }
  return {
    rows: shown?.now.rows,
    arrived: steady && shown ? arrivedSince(shown.now, shown.from) : 0,
    relay: () => { setLaid((times) => times + 1); },
  };
}
