import { useLocalStorage } from '@mantine/hooks';

/** What is typed into, chosen from or walked through by letters itself. */
const TYPED =
  'input:not([type=checkbox],[type=radio],[type=button]),textarea,select,[contenteditable],' +
  '[role=listbox],[role=menu],[role=combobox]';

/**
 * Whether single keys (j, k, ?) do something, as the person chose on this machine: who speaks to the computer, or
 * shares the keyboard, may not want them (WCAG 2.1.4).
 */
export function useSingleKeys(): [boolean, (on: boolean) => void] {
  const [on, setOn] = useLocalStorage({
    key: 'jwxt.singleKeys',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  return [on, setOn];
}

/** Whether one of these keys was pressed alone, and not as a letter of a text. */
export function isSingleKey(event: KeyboardEvent, keys: readonly string[]): boolean {
  return (
    keys.includes(event.key) &&
    !event.defaultPrevented &&
    !event.isComposing &&
    !(event.ctrlKey || event.metaKey || event.altKey) &&
    !(event.target instanceof Element && event.target.closest(TYPED) !== null)
  );
}
