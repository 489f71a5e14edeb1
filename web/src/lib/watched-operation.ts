import type { InputOf, Operation, OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { QueryObserver, useQueryClient, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { ApiError } from './api-error.ts';
import { invalidateOperations, operationKey, operationQuery, useOperation } from './queries.ts';

/** How often what goes on is asked for. */
const WATCH_MS = 1_000;

/** What somebody watches until it ends. */
interface Watched<O extends Operation> {
  readonly operation: O;
  readonly input: InputOf<O>;
  readonly isOpen: (answer: OutputOf<O>) => boolean;
  /** Operations, by id or by the area before the dot, that say something else once it has ended. */
  readonly invalidates: readonly string[];
}

/**
 * Reads something that goes on at the server (a long job, an import) until it has ended. What it has changed is asked
 * for anew then, also where it ended before it was first looked at, and where its dialog was closed while it went on.
 */
export function useWatched<O extends Operation>(watched: Watched<O>): UseQueryResult<OutputOf<O>, ApiError> {
  const client = useQueryClient();
  const { operation, input, isOpen } = watched;
  const query = useOperation(operation, input, {
    staleTime: 0,
    refetchInterval: (answer) => (answer === undefined || isOpen(answer) ? WATCH_MS : false),
  });
  const ended = query.data !== undefined && !query.isPlaceholderData && !isOpen(query.data);
  const place = JSON.stringify(operationKey(operation, input));
  const refresh = useEffectEvent(() => invalidateOperations(client, watched.invalidates));
  const leave = useEffectEvent(() => {
    watchOn(client, watched);
  });
  useEffect(() => {
    if (ended) void refresh();
  }, [ended, place]);
  useEffect(() => leave, [place]);
  return query;
}

/** Watches to its end what nobody looks at any more. */
function watchOn<O extends Operation>(client: QueryClient, watched: Watched<O>): void {
  const { operation, input, isOpen, invalidates } = watched;
  const isOver = (answer: OutputOf<O> | undefined): boolean => answer !== undefined && !isOpen(answer);
  if (invalidates.length === 0 || isOver(client.getQueryData<OutputOf<O>>(operationKey(operation, input)))) return;
  const observer = new QueryObserver<OutputOf<O>, ApiError>(client, {
    ...operationQuery(operation, input),
    refetchInterval: WATCH_MS,
  });
  const stop = observer.subscribe(({ data, error }) => {
    const isRefused = error !== null && !error.temporary;
    if (!isOver(data) && !isRefused) return;
    stop();
    if (!isRefused) void invalidateOperations(client, invalidates);
  });
}
