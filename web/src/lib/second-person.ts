import type { Operation } from '@jwxt/contracts/kernel/operation.ts';

/** A dangerous operation that was refused until somebody else confirms it, with the input that it was called with. */
export type DangerousCall = { readonly operation: Operation; readonly input: Readonly<Record<string, unknown>> };

let asked: DangerousCall | null = null;
const listeners = new Set<() => void>();

/** What the person is being asked about, for `useSyncExternalStore`; null: nothing (decision 056). */
export const secondPerson = {
  get: (): DangerousCall | null => asked,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  set(call: DangerousCall | null): void {
    asked = call;
    for (const listener of listeners) listener();
  },
};
