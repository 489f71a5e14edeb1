import { useCallback, useMemo } from 'react';
import { z } from 'zod';
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
  const { search, setSearch } = usePageAddress();
  const state = useMemo(() => schema.safeParse(search).data ?? schema.parse({}), [schema, search]);
  const setState = useCallback(
    (change: Partial<z.output<S>>, options: { push?: boolean } = {}) => {
      setSearch(
        (old) => withoutDefaults(schema, { ...(schema.safeParse(old).data ?? schema.parse({})), ...change }),
        options.push === true,
      );
    },
    [setSearch, schema],
  );
  return [state, setState];
}
