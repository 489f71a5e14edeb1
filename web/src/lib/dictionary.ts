import { findDictionary } from '@jwxt/contracts/base-info/dictionary.operations.ts';
import { useEffect } from 'react';
import type { ApiError } from './api-error.ts';
import { notify } from './notify.ts';
import { useOperation } from './queries.ts';

const dictionaryStaleMs = 600_000;
type Values = readonly { dm: string; mc: string }[];

/**
 * The values in use of a dictionary category, to choose from. After an error there are none, and the choice says why:
 * give it the `query`.
 */
export function useDictionary(category: string): {
  options: Values;
  query: { readonly isFetching: boolean; readonly error: ApiError | null };
} {
  const query = useOperation(findDictionary, { category }, { staleTime: dictionaryStaleMs });
  return { options: query.data ?? [], query };
}

/** The same where no choice could say it, as words of a list: the person is told by a message (CLIENT-16). */
export function useDictionaryWords(category: string): Values {
  const {
    options,
    query: { error },
  } = useDictionary(category);
  useEffect(() => {
    if (error !== null) notify.failure(error);
  }, [error]);
  return options;
}
