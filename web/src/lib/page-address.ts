import { useParams } from '@tanstack/react-router';

/** The parameters in the path of the page's own address, `{ applyId: '…' }`. */
export function usePageParams<Name extends string>(): Partial<Record<Name, string>> {
  return useParams({ strict: false }) as Partial<Record<Name, string>>;
}
