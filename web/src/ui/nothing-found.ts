/**
 * What a choice says that has nothing to offer: it is being asked for, it could not be asked for, or there is nothing
 * (`none`).
 */
export function nothingFound(
  { isFetching, error }: { isFetching: boolean; error: { message: string } | null },
  none: string,
): string {
  return isFetching ? '正在查询…' : (error?.message ?? none);
}
