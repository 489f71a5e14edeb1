/** How it stands with the query that choices come from. */
export type AskedFor = { readonly isFetching: boolean; readonly error: { readonly message: string } | null };
/** Choices that nobody is asked for. */
export const known: AskedFor = { isFetching: false, error: null };

/**
 * What a choice says that has nothing to offer: it is being asked for, it could not be asked for, or there is nothing
 * (`none`).
 */
export function nothingFound({ isFetching, error }: AskedFor, none: string): string {
  return isFetching ? '正在查询…' : (error?.message ?? none);
}
