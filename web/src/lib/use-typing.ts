import { useEffect, useState } from 'react';

const editable =
  'input:not([type=checkbox], [type=radio], [type=button], [type=range]), textarea, select, ' +
  '[contenteditable=true], [role=grid] *';
const isAtInput = (): boolean => document.activeElement?.matches(editable) ?? false;
/** From one input to the next, and from pressing a button to what it does, is less than this. */
const calmMs = 500;
const events = ['focusin', 'focusout', 'pointerdown', 'pointerup', 'pointercancel'] as const;

/**
 * Whether somebody is at an input, or presses something: what comes by itself waits until they have left it for a
 * moment. What moved the page between press and release would take the click away.
 */
export function useTyping(): boolean {
  const [typing, setTyping] = useState(isAtInput);
  useEffect(() => {
    let pressed = false;
    let calm: ReturnType<typeof setTimeout> | undefined;
    const look = (event?: Event) => {
      if (event?.type.startsWith('pointer')) pressed = event.type === 'pointerdown';
      clearTimeout(calm);
      if (pressed || isAtInput()) setTyping(true);
      else
        calm = setTimeout(() => {
          setTyping(false);
        }, calmMs);
    };
    // A field that has the focus from the beginning got it before anybody listened.
    look();
    for (const type of events) document.addEventListener(type, look, { capture: true });
    return () => {
      clearTimeout(calm);
      for (const type of events) document.removeEventListener(type, look, { capture: true });
    };
  }, []);
  return typing;
}
