import { findDictionary } from '@jwxt/contracts/base-info/dictionary.operations.ts';
import { useEffect } from 'react';
import { notify } from './notify.ts';
import { useOperation } from './queries.ts';

const dictionaryStaleMs = 600_000;

/**
 * The values in use of a dictionary category. After an error there are none, and the person has been told why
 * (CLIENT-16).
 */
export function useDictionary(category: string): {
  options: readonly { dm: string; mc: string }[];
  isPending: boolean;
} {
  const { data, error, isPending } = useOperation(findDictionary, { category }, { staleTime: dictionaryStaleMs });
  useEffect(() => {
    if (error !== null) notify.failure(error);
  }, [error]);
  return { options: data ?? [], isPending };
}
