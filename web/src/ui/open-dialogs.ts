import { useEffect, useId, useSyncExternalStore } from 'react';

/** Dialogs that are open, the topmost last. */
let open: readonly string[] = [];
const listeners = new Set<() => void>();

function change(next: readonly string[]): void {
  open = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/**
 * Whether a dialog lies above all others: only that one answers Escape, so that a dialog closes and the one beneath it
 * stays.
 */
export function useTopmost(opened: boolean): boolean {
  const id = useId();
  useEffect(() => {
    if (!opened) return undefined;
    change([...open, id]);
    return () => {
      change(open.filter((other) => other !== id));
    };
  }, [id, opened]);
  return useSyncExternalStore(subscribe, () => open.at(-1) === id);
}

/** Whether any dialog is open. */
export function useAnyDialog(): boolean {
  return useSyncExternalStore(subscribe, () => open.length > 0);
}
