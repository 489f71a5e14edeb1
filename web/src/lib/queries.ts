import { outcomeTexts, type InputOf, type Operation, type OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import {
  keepPreviousData,
  QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useRef } from 'react';
import type { z } from 'zod';
import { ApiError } from './api-error.ts';
import type { CallOptions } from './api-client.ts';
import { answer, call } from './api.ts';
import { createIntent } from './command-id.ts';
import { nextTask } from './next-task.ts';
import { notify } from './notify.ts';
import { processing } from './processing.ts';
import { secondPerson } from './second-person.ts';

/** Query key of an operation: its id, then its input. Invalidate by the id alone to refetch whatever the input. */
export function operationKey(operation: Pick<Operation, 'id'>, input?: unknown): readonly unknown[] {
  return input === undefined ? [operation.id] : [operation.id, input];
}

/** Refetches what is shown of the given operations, by id or by the area before the dot (`approval.`). */
export function invalidateOperations(client: QueryClient, ids: readonly string[]): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey: [id] }) =>
      typeof id === 'string' && ids.some((wanted) => id === wanted || (wanted.endsWith('.') && id.startsWith(wanted))),
  });
}

/** Server state of the whole page. A call that may succeed later is tried twice more; a refusal is not. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Without a line a call fails and says so; by default it would wait unseen while the page shows what was there
        // before.
        networkMode: 'always',
        staleTime: 15_000,
        retry: (count, error) =>
          error instanceof ApiError && error.temporary && error.code !== 'REQUEST_TIMEOUT' && count < 2,
        retryDelay: (count) => 500 * 2 ** count,
        refetchOnWindowFocus: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

export type OperationQueryOptions<O extends Operation = Operation> = {
  enabled?: boolean;
  /** Keep showing the last answer while another page or filter is fetched. Default true. */
  keepPrevious?: boolean;
  staleTime?: number;
  /**
   * Milliseconds until it is asked again, or a function that tells them from the last answer; `false`: not by itself.
   */
  refetchInterval?: number | false | ((answer: OutputOf<O> | undefined) => number | false);
  callOptions?: Omit<CallOptions, 'signal'>;
};

/** Where the answer to an operation is kept, and how it is asked for. */
export function operationQuery<O extends Operation>(
  operation: O,
  input: InputOf<O>,
  callOptions: OperationQueryOptions<O>['callOptions'] = {},
) {
  return {
    queryKey: operationKey(operation, input),
    // A page begins a handful of queries in the moment in which it is drawn: each is sent after that.
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<OutputOf<O>> => {
      await nextTask();
      return await call(operation, input, { ...callOptions, signal });
    },
  };
}

/** Reads an operation. `data` is the contract's output, `error` an `ApiError`. */
export function useOperation<O extends Operation>(
  operation: O,
  input: InputOf<O>,
  options: OperationQueryOptions<O> = {},
): UseQueryResult<OutputOf<O>, ApiError> {
  const { keepPrevious = true, callOptions, refetchInterval, ...rest } = options;
  return useQuery<OutputOf<O>, ApiError>({
    ...operationQuery(operation, input, callOptions),
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(refetchInterval === undefined
      ? {}
      : {
          refetchInterval:
            typeof refetchInterval === 'function' ? ({ state }) => refetchInterval(state.data) : refetchInterval,
        }),
    ...rest,
  });
}

/** An operation's input as a page gives it: `commandId` is added where the contract has one. */
export type CommandInput<O extends Operation> =
  InputOf<O> extends { commandId?: unknown } ? Omit<InputOf<O>, 'commandId'> & { commandId?: string } : InputOf<O>;

export type OperationMutationOptions<O extends Operation> = {
  onSuccess?: (output: OutputOf<O>, input: CommandInput<O>) => void;
  /** Called instead of the red message. */
  onError?: (error: ApiError, input: CommandInput<O>) => void;
  /** Operation ids (or `area.`) refetched after success. */
  invalidates?: readonly string[];
  /** A sentence of the page's own, or `true` for the server's (ERRORS-26…39). */
  success?: string | true;
  callOptions?: Omit<CallOptions, 'signal'>;
  /** Shows over the page that it runs (CLIENT-17). */
  showsProcessing?: boolean;
};

/**
 * Sends a command. `commandId` is added where the contract has one and is kept for the same input until it succeeds, so
 * sending again after a lost answer is the same command: after a time-out the person is asked whether to (CLIENT-15).
 * Disable or `loading` the button by `isPending`. Failures show their message unless `onError` is given.
 */
export function useOperationMutation<O extends Operation>(
  operation: O,
  options: OperationMutationOptions<O> = {},
): UseMutationResult<OutputOf<O>, ApiError, CommandInput<O>> {
  const client = useQueryClient();
  const intent = useRef<ReturnType<typeof createIntent>>(undefined);
  intent.current ??= createIntent();
  const withId = hasCommandId(operation);
  const told = useRef('');
  const whole = (input: CommandInput<O>) =>
    (withId ? { commandId: intent.current?.idFor(input), ...(input as object) } : input) as InputOf<O>;
  return useMutation<OutputOf<O>, ApiError, CommandInput<O>>({
    mutationFn: async (input) => {
      const sent = answer(operation, whole(input), { askAgain: withId, ...options.callOptions });
      const { data, message } = await (options.showsProcessing ? processing.during(sent) : sent);
      told.current = message;
      return data;
    },
    onSuccess: async (output, input) => {
      intent.current?.done();
      if (options.invalidates) await invalidateOperations(client, options.invalidates);
      if (options.success !== undefined) notify.success(options.success === true ? told.current : options.success);
      options.onSuccess?.(output, input);
    },
    onError: (error, input) => {
      if (error.code === 'SECOND_PERSON_NEEDED')
        secondPerson.set({ operation, input: whole(input) as Record<string, unknown> });
      else if (options.onError) options.onError(error, input);
      else notify.failure(error, outcomeTexts(operation).failure);
    },
  });
}

function hasCommandId(operation: Operation): boolean {
  const shape = (operation.input as Partial<z.ZodObject>).shape;
  return shape !== undefined && 'commandId' in shape;
}
