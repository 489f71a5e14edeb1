import { useSyncExternalStore } from 'react';

const editable = 'input:not([type=checkbox], [type=radio], [type=button], [type=range]), textarea, select, [contenteditable=true], [role=grid] *';

function subscribe(listener: () => void): () => void {
  document.addEventListener('focusin', listener);
  document.addEventListener('focusout', listener);
  return () => {
    document.removeEventListener('focusin', listener);
    document.removeEventListener('focusout', listener);
  };
}

/** Whether somebody is at an input: what comes by itself waits until they have left it. */
export function useTyping(): boolean {
  return useSyncExternalStore(subscribe, () => document.activeElement?.matches(editable) ?? false);
}
