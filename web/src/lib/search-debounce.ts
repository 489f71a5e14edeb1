import { useDebouncedValue } from '@mantine/hooks';

/** How long a search waits for the next letter (PICKERS-123). */
export const SEARCH_DEBOUNCE_MS = 600;

/** The value as it is once nothing has changed for a while: what a search asks for while somebody types. */
export function useSearchDebounce<T>(value: T, waitMs = SEARCH_DEBOUNCE_MS): T {
  return useDebouncedValue(value, waitMs)[0];
}
