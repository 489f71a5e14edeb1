import { useContext, useMemo, useState } from 'react';
import { sortParts, type SortText } from '@jwxt/contracts/kernel/list-sort.ts';
import { usePageAddress } from '../lib/page-address.ts';
import { OWN_SORT } from '../lib/page-state.ts';
import { CardSlotContext } from './card-slot.ts';
import type { Column, DataTableProps, Sorting } from './table-column.ts';
import { sortedValue } from './list-engine.ts';

/** The sorting of a list whose page keeps `sortField`: sorted anew it starts at its first page. */
export function sortingOf<K extends string>(
  { sort }: { sort?: SortText<K> | undefined },
  setState: (change: { pageNo: number; sort: SortText<K> | undefined }) => void,
): Sorting {
  return {
    sort,
    onSort: (next) => {
      setState({ pageNo: 1, sort: next as SortText<K> | undefined });
    },
  };
}

/** Which page of a list in a dialog, and how it is sorted: both go with the dialog. */
export type ListInDialog<K extends string> = {
  readonly pageNo: number;
  readonly pageSize: number;
  readonly sort?: SortText<K> | undefined;
};

/** What a table's head shows and does. */
export type HeadSorting<Row> = {
  /** For a list that is there whole: by the key of the column. */
  readonly own: { key: string; descending: boolean } | null;
  /** Whether it can be sorted at all, as soon as there is something to sort. */
  readonly offered: boolean;
  readonly of: (column: Column<Row>) => 'ascending' | 'descending' | 'none' | null;
  readonly turn: (column: Column<Row>) => void;
};

/** Rows that are looked at to see what a column says. */
const LOOKED_AT = 20;

/**
 * Sorting of a table: a list in pages by its server, one that is there whole by what its cells say. The sort of a
 * page's own list stands in the address; a dialog's goes with it.
 */
export function useListSorting<Row>({ sorting, paging, ordered, rows, columns, label }: DataTableProps<Row>) {
  const { pathname, search, setSearch } = usePageAddress();
  const inPage = useContext(CardSlotContext) !== null && pathname !== '';
  const [local, setLocal] = useState<string | undefined>(undefined);
  const place = `${OWN_SORT}${label}`;
  const byServer = paging !== undefined || sorting !== undefined;
  const kept = inPage ? search[place] : local;
  const text = byServer ? sorting?.sort : typeof kept === 'string' && kept !== '' ? kept : undefined;
  const { key, descending } = text === undefined ? { key: undefined, descending: false } : sortParts(text);
  const keyOf = (column: Column<Row>) => (byServer ? column.sort : column.key);
  const isOffered = (column: Column<Row>): boolean => {
    // A head that is more than a word has something of its own to press.
    if (ordered === true || typeof column.title !== 'string') return false;
    if (byServer) return sorting !== undefined && column.sort !== undefined;
    return column.pinRight !== true && column.sortValue !== false;
  };
  const isSortable = (column: Column<Row>): boolean => {
    if (byServer || !isOffered(column)) return isOffered(column);
    if (rows === undefined || rows.length < 2) return false;
    return rows.slice(0, LOOKED_AT).some((row, index) => sortedValue(column, row, index) !== undefined);
  };
  const change = (next: string | undefined) => {
    if (byServer) sorting?.onSort(next);
    else if (inPage) setSearch((old) => ({ ...old, [place]: next }), false);
    else setLocal(next);
  };
  const isOwn = !byServer && ordered !== true && columns.some((column) => column.key === key);
  const own = useMemo(() => (isOwn && key !== undefined ? { key, descending } : null), [isOwn, key, descending]);
  const head: HeadSorting<Row> = {
    own,
    offered: columns.some(isOffered),
    of: (column) => {
      if (!isSortable(column)) return null;
      if (key === undefined || keyOf(column) !== key) return 'none';
      return descending ? 'descending' : 'ascending';
    },
    // Up, down, and as it comes.
    turn: (column) => {
      const asked = keyOf(column);
      if (asked === undefined) return;
      change(key !== asked ? asked : descending ? undefined : `${asked},desc`);
    },
  };
  return head;
}

/** What a list is called for what a person sets up: by its page, whatever that shows, and its label. */
export function useListName(label: string): string {
  const { pathname, params } = usePageAddress();
  const values = new Map(Object.entries(params).map(([name, value]) => [value, name]));
  const route = pathname
    .split('/')
    .map((part) => {
      const param = values.get(decodeURIComponent(part));
      return param === undefined ? part : `:${param}`;
    })
    .join('/');
  return `${route}|${label}`.slice(0, 200);
}
