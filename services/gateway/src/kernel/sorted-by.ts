import { sortParts, type SortText } from '@jwxt/contracts/kernel/list-sort.ts';

/** Which page of a list, and by what it is sorted. */
export interface ListPage<K extends string> {
  readonly pageNo: number;
  readonly pageSize: number;
  readonly sort?: SortText<K> | undefined;
}

/** A text as lists order it (decision 094): by pinyin, numbers inside of it as numbers. */
export function byPinyin(expression: string): string {
  return `${expression} collate base.pinyin`;
}

/**
 * The first part of an `order by`: what a person sorts a list by, what is empty at the end. The list's own order, down
 * to its unique key, follows, so that pages stay apart.
 */
export function sortedBy<K extends string>(sort: SortText<K>, expressionOf: (key: K) => string): string {
  const { key, descending } = sortParts(sort);
  return `${expressionOf(key)}${descending ? ' desc' : ''} nulls last`;
}

/** The whole `order by` of a list whose sort keys have these expressions. */
export function sortedOrder<K extends string>(
  sort: SortText<K> | undefined,
  expressions: Readonly<Record<K, string>>,
  own: string,
): string {
  return sort === undefined ? own : `${sortedBy(sort, (key) => expressions[key])}, ${own}`;
}
