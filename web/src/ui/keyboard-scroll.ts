import { useEffect, type RefObject } from 'react';

const stops = ':is(a[href], button, input, select, textarea, [tabindex])';
const reached = `${stops}:not(:disabled, [hidden], [type="hidden"], [tabindex="-1"])`;

/**
 * What scrolls and has nothing in it that the keyboard comes to is a stop of Tab itself, so that all of it can be read
 * without a mouse.
 */
export function useKeyboardScroll(box: RefObject<HTMLElement | null>, active = true): void {
  useEffect(() => (active && box.current !== null ? watch(box.current) : undefined), [box, active]);
}

/** Makes an element a stop as long as it must be one; answers what ends that. */
function watch(element: HTMLElement): () => void {
  const look = () => {
    const alone =
      element.querySelector(reached) === null &&
      (element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth);
    if (alone) element.tabIndex = 0;
    else element.removeAttribute('tabindex');
  };
  look();
  const resized = new ResizeObserver(look);
  resized.observe(element);
  const changed = new MutationObserver(look);
  changed.observe(element, { childList: true, subtree: true });
  return () => {
    resized.disconnect();
    changed.disconnect();
  };
}
