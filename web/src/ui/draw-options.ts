import { flushSync } from 'react-dom';

/**
 * Has the options of a list that opens be there at once: the key that opens it goes on to the chosen one. For
 * `onDropdownOpen` of whoever gives one; all others have it from the theme.
 */
export function drawOptions(): void {
  flushSync(() => undefined);
}
