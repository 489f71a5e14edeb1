import { useSyncExternalStore } from 'react';

let wanted = false;
const listeners = new Set<() => void>();

/**
 * Has the parts that talk to the person loaded (`ui/feedback.tsx`): messages, questions, the waiting text. No page
 * needs them to be shown first.
 */
export function wantFeedback(): void {
  if (wanted) return;
  wanted = true;
  for (const listener of listeners) listener();
}

/** Whether there has been anything to tell yet. */
export function useFeedbackWanted(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    () => wanted,
  );
}
