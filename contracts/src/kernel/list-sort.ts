import { z } from 'zod';

/** How a list is sorted, as it travels and stands in an address: `courseName`, or `courseName,desc`. */
export type SortText<K extends string = string> = K | `${K},desc`;

/** The input `sort` of a list: by one of these keys, and nothing else (decision 094). */
export function sortBy<const K extends string>(keys: readonly [K, ...K[]]) {
  return z
    .enum(keys.flatMap((key): SortText<K>[] => [key, `${key},desc`]))
    .optional()
    .describe('排序：字段名，倒序加 ,desc');
}

/** Key and direction of a {@link SortText}. */
export function sortParts<K extends string>(sort: SortText<K>): { key: K; descending: boolean } {
  const descending = sort.endsWith(',desc');
  return { key: (descending ? sort.slice(0, -',desc'.length) : sort) as K, descending };
}
