import { useCallback, useMemo } from 'react';
import { z } from 'zod';
import { sortBy } from '@jwxt/contracts/kernel/list-sort.ts';
import { keepListSetting, listSettingOf, useListSetting } from './list-settings.ts';
import { usePageAddress } from './page-address.ts';

/**
 * Address search ↔ plain text values: `?tab=1&keyword=王`. The default of the router would write quotes around `"1"`.
 */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** The reverse of {@link parseSearch}; empty values are left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => [name, String(value)]);
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
}

/** What differs from the schema's defaults: only that is written into the address. */
export function withoutDefaults<S extends z.ZodObject>(schema: S, values: z.output<S>): Record<string, unknown> {
  const defaults = schema.parse({}) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== defaults[name]));
}

/** Rows a page of a list that says nothing else (LIMITS-01). */
const PAGE_SIZE = 10;

/** Page number and page size for the schema of a list's state. */
export function pagingFields(size: number = PAGE_SIZE) {
  return {
    pageNo: z.coerce.number().int().min(1).catch(1).default(1),
    pageSize: z.coerce.number().int().min(1).max(200).catch(size).default(size),
  };
}

/** What the address calls the sort of a list that is there whole: with the list's label. No page's own state. */
export const OWN_SORT = 'sort.';

/** The sort of a list that comes in pages, for the schema of its state: by one of these keys of the server. */
export function sortField<const K extends string>(keys: readonly [K, ...K[]]) {
  return { sort: sortBy(keys).catch(undefined) };
}

const ownSorts = (search: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(search).filter(([name]) => name.startsWith(OWN_SORT)));

/** How a list is shown. It is changed by itself: a search or a reset, whose draft may be older, leaves it as it is. */
const shownBy = new Set(['pageSize', 'sort']);
const isFilter = (field: string): boolean => !shownBy.has(field) && field !== 'pageNo' && field !== 'pageNum';

/** What of a change counts: beside filters neither page size nor sort. */
function wantedOf<State extends object>(change: Partial<State>): Partial<State> {
  if (!Object.keys(change).some(isFilter)) return change;
  return Object.fromEntries(Object.entries(change).filter(([field]) => !shownBy.has(field))) as Partial<State>;
}

/**
 * A page's state (filters, tab, page number) kept in its address, so that it can be linked and reloaded. Every field of
 * the schema needs `.default()` or `.optional()`, and `.catch()` against hand-written addresses; numbers are
 * `z.coerce.number()`.
 *
 * `const [state, setState] = usePageState(z.object({ keyword: z.string().catch('').default(''), ...pagingFields() }))`
 */
export function usePageState<S extends z.ZodObject>(
  schema: S,
): [z.output<S>, (change: Partial<z.output<S>>, options?: { push?: boolean }) => void] {
  const { pathname, search, setSearch } = usePageAddress();
  const size = useListSetting(pathname)?.pageSize;
  const state = useMemo(() => {
    const asked = size !== undefined && 'pageSize' in schema.shape ? { pageSize: size, ...search } : search;
    return schema.safeParse(asked).data ?? schema.parse({});
  }, [schema, search, size]);
  const setState = useCallback(
    (change: Partial<z.output<S>>, options: { push?: boolean } = {}) => {
      const wanted = wantedOf(change);
      const { pageSize } = wanted as { pageSize?: unknown };
      const own = (schema.parse({}) as { pageSize?: unknown }).pageSize;
      if (pathname !== '' && typeof pageSize === 'number' && pageSize !== (listSettingOf(pathname)?.pageSize ?? own))
        keepListSetting(pathname, (old) => ({ ...old, pageSize }));
      setSearch(
        (old) => ({
          ...ownSorts(old),
          ...withoutDefaults(schema, { ...(schema.safeParse(old).data ?? schema.parse({})), ...wanted }),
        }),
        options.push === true,
      );
    },
    [setSearch, schema, pathname],
  );
  return [state, setState];
}
