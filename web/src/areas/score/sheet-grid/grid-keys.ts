/** Where the caret stands in what is being typed; all of it chosen counts as both ends. */
export type Caret = { readonly atStart: boolean; readonly atEnd: boolean };
type Keys = { readonly key: string; readonly ctrlKey: boolean; readonly metaKey: boolean };

/** Ctrl, or Command on a Mac. */
export function withControl({ ctrlKey, metaKey }: Pick<Keys, 'ctrlKey' | 'metaKey'>): boolean {
  return ctrlKey || metaKey;
}

/** The caret of a cell's field; a list has none. */
export function caretOf(element: HTMLInputElement | HTMLSelectElement): Caret {
  if (element instanceof HTMLSelectElement) return { atStart: true, atEnd: true };
  const { selectionStart, selectionEnd, value } = element;
  const whole = selectionStart === 0 && selectionEnd === value.length;
  return {
    atStart: whole || (selectionStart === 0 && selectionEnd === 0),
    atEnd: whole || (selectionStart === value.length && selectionEnd === value.length),
  };
}

/** Which way an arrow draws a block with Shift; null while it moves in the text instead. */
export function stepOf(event: Keys, caret: Caret): { readonly down: number; readonly right: number } | null {
  const free = (caret.atStart && caret.atEnd) || withControl(event);
  switch (event.key) {
    case 'ArrowUp':
      return { down: -1, right: 0 };
    case 'ArrowDown':
      return { down: 1, right: 0 };
    case 'ArrowLeft':
      return free ? { down: 0, right: -1 } : null;
    case 'ArrowRight':
      return free ? { down: 0, right: 1 } : null;
    default:
      return null;
  }
}
