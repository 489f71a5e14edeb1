import { sortParts, type SortText } from '@jwxt/contracts/kernel/list-sort.ts';

const pinyin = new Intl.Collator('zh-u-co-pinyin', { numeric: true });

/**
 * Rows that are in memory anyway, sorted as a statement sorts them (decision 094): texts by pinyin, numbers inside of
 * them as numbers, figures as figures, what is empty at the end, and else as they stood.
 */
export function sortedRows<Row, K extends string>(
  rows: readonly Row[],
  sort: SortText<K> | undefined,
  values: Readonly<Record<K, (row: Row) => string | number | null>>,
): readonly Row[] {
  if (sort === undefined) return rows;
  const { key, descending } = sortParts(sort);
  const keyed = rows.map((row) => {
    const value = values[key](row);
    return { row, value: value === '' ? null : value };
  });
  return keyed
    .toSorted(({ value: a }, { value: b }) => {
      if (a === null || b === null) return Number(a === null) - Number(b === null);
      const order = typeof a === 'number' && typeof b === 'number' ? a - b : pinyin.compare(String(a), String(b));
      return descending ? -order : order;
    })
    .map(({ row }) => row);
}
