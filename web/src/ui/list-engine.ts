import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type SortFn,
} from '@tanstack/react-table';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { cellText, compareValues, sortValueOf } from './cell-text.ts';
import type { Column } from './table-column.ts';
import type { ColumnChoice, ColumnPin, TableChoices } from './table-view.model.ts';

const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});
type Features = typeof features;

/** A row with its place in what the page gave. */
export type ListedRow<Row> = { readonly row: Row; readonly index: number };

/** Pixels from the left edge, or from the right one. */
export type PinEdges = ReadonlyMap<string, { left: number } | { right: number }>;

type Listed<Row> = {
  /** The columns that show, in the person's order, pinned and as wide as wanted. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly ListedRow<Row>[] | undefined;
  /** Where the pinned columns stand, in pixels from their edge, by key. */
  readonly edges: PinEdges;
};

/** The value that a list which is there whole is sorted by in a column. */
export function sortedValue<Row>(column: Column<Row>, row: Row, index: number): string | number | undefined {
  if (typeof column.sortValue !== 'function') return sortValueOf(cellText(column.render(row, index)));
  const value = column.sortValue(row);
  return value === null ? undefined : typeof value === 'string' ? sortValueOf(value) : value;
}

/** Pixels of a column that says them. */
const pixels = (width: unknown): number => (typeof width === 'number' ? width : 0);

/**
 * The one place where the table library works: of what the page declares, what the person chose and where there is no
 * room, which columns stand where, and the rows in their order. `sort` is by a column's key; null: as the rows came.
 */
export function useListEngine<Row>({
  columns,
  rows,
  choices,
  gone,
  sort,
}: {
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  choices: TableChoices;
  gone: ReadonlySet<string>;
  sort: { key: string; descending: boolean } | null;
}): Listed<Row> {
  const latest = useRef(columns);
  useLayoutEffect(() => {
    latest.current = columns;
  });
  const byKey = new Map(columns.map((column) => [column.key, column]));
  // Pages declare their columns anew each time they render: what is told of them changes only with this.
  const signature = JSON.stringify(columns.map(({ key, width }) => [key, pixels(width)]));
  const definitions = useMemo(
    () =>
      (JSON.parse(signature) as [string, number][]).map(([key, size]): ColumnDef<Features, ListedRow<Row>> => ({
        id: key,
        size,
        minSize: 0,
        maxSize: Number.MAX_SAFE_INTEGER,
        sortUndefined: 'last',
        sortFn: byValue as SortFn<Features, ListedRow<Row>>,
        accessorFn: ({ row, index }) => {
          const column = latest.current.find((each) => each.key === key);
          return column && sortedValue(column, row, index);
        },
      })),
    [signature],
  );
  const data = useMemo(() => (rows ?? []).map((row, index) => ({ row, index })), [rows]);
  const wanted = JSON.stringify(
    choices.columns
      .filter(({ key }) => byKey.has(key))
      .map(({ key, shown, pin, width }) => ({ key, pin, width, shown: shown && !gone.has(key) })),
  );
  const by = sort === null ? '' : `${sort.descending ? '-' : '+'}${sort.key}`;
  const state = useMemo(() => {
    const all = JSON.parse(wanted) as readonly ColumnChoice[];
    const pinnedTo = (edge: ColumnPin) => all.filter(({ pin }) => pin === edge).map(({ key }) => key);
    return {
      columnOrder: all.map(({ key }) => key),
      columnVisibility: Object.fromEntries(all.map(({ key, shown }) => [key, shown])),
      columnPinning: { start: pinnedTo('left'), end: pinnedTo('right') },
      columnSizing: Object.fromEntries(all.flatMap(({ key, width }) => (width === undefined ? [] : [[key, width]]))),
      sorting: by === '' ? [] : [{ id: by.slice(1), desc: by.startsWith('-') }],
    };
  }, [wanted, by]);
  const table = useTable({ features, columns: definitions, data, state });
  const pinned = (found: readonly { id: string }[], edge: ColumnPin): Column<Row>[] =>
    found.flatMap(({ id }) => {
      const column = byKey.get(id);
      const width = state.columnSizing[id];
      if (column === undefined) return [];
      const sized = width === undefined ? column : { ...column, width };
      return [{ ...sized, pinLeft: edge === 'left', pinRight: edge === 'right' }];
    });
  const start = table.getStartVisibleLeafColumns();
  const end = table.getEndVisibleLeafColumns();
  return {
    columns: [
      ...pinned(start, 'left'),
      ...pinned(table.getCenterVisibleLeafColumns(), 'none'),
      ...pinned(end, 'right'),
    ],
    rows: rows === undefined ? undefined : table.getRowModel().rows.map(({ original }) => original),
    edges: new Map<string, { left: number } | { right: number }>([
      ...start.map((column) => [column.id, { left: column.getStart('start') }] as const),
      ...end.map((column) => [column.id, { right: column.getAfter('end') }] as const),
    ]),
  };
}

const byValue: SortFn<Features, ListedRow<unknown>> = (one, other, id) =>
  compareValues(one.getValue(id), other.getValue(id));
