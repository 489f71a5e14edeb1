import type { Operation } from '@jwxt/contracts/kernel/operation.ts';
import { useOperationMutation, type CommandInput, type OperationMutationOptions } from '../lib/queries.ts';
import { confirm, type ConfirmOptions } from './confirm.ts';

export type ProcessOptions<O extends Operation> = OperationMutationOptions<O> & {
  /** What the person is asked before anything is sent: what will happen, and to how many. */
  confirm: (input: CommandInput<O>) => ConfirmOptions;
};

/**
 * A post that starts a process: asked first and sent only when confirmed (CLIENT-18), with the waiting text over the
 * page while it runs (CLIENT-17).
 */
export function useProcess<O extends Operation>(
  operation: O,
  { confirm: question, ...options }: ProcessOptions<O>,
): { start: (input: CommandInput<O>) => void; isPending: boolean } {
  const mutation = useOperationMutation(operation, { ...options, showsProcessing: true });
  return {
    isPending: mutation.isPending,
    start(input) {
      if (mutation.isPending) return;
      void confirm(question(input)).then((confirmed) => {
        if (confirmed) mutation.mutate(input);
      });
    },
  };
}
