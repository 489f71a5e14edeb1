import { compareValues } from './cell-text.ts';
import { sortParts } from '@jwxt/contracts/kernel/list-sort.ts';
import { sortedValue } from './list-engine.ts';
import type { Column } from './table-column.ts';

/** Rows of a list that is there whole but shown in pages, sorted by what the cells of a column say; empty ones last. */
export function sortedWhole<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: string | undefined,
): readonly Row[] {
  const { key, descending } = sort === undefined ? { key: undefined, descending: false } : sortParts(sort);
  const column = columns.find((each) => each.sort !== undefined && each.sort === key);
  if (column === undefined) return rows;
  return rows
    .map((row, index) => ({ row, value: sortedValue(column, row, index) }))
    .toSorted(({ value: a }, { value: b }) => {
      if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
      return descending ? compareValues(b, a) : compareValues(a, b);
    })
    .map(({ row }) => row);
}
