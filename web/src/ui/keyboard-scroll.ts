import { useEffect, type RefObject } from 'react';

const reached = ':is(a,button,input,select,textarea,[tabindex]):not(:disabled,[type=hidden],[tabindex="-1"])';

/**
 * What scrolls and has nothing in it that the keyboard comes to is a stop of Tab itself, so that all of it can be read
 * without a mouse. A `ref`, for an element without another.
 */
export function keyboardScroll(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
  const look = () => {
    const more = element.scrollHeight - element.clientHeight + element.scrollWidth - element.clientWidth;
    if (more > 0 && !element.querySelector(reached)) element.tabIndex = 0;
    else element.removeAttribute('tabindex');
  };
  // With the next picture, which is laid out anyway: to ask at once would lay out each change by itself.
  let frame = requestAnimationFrame(look);
  const changed = new MutationObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(look);
  });
  changed.observe(element, { childList: true, subtree: true });
  return () => {
    cancelAnimationFrame(frame);
    changed.disconnect();
  };
}

/** {@link keyboardScroll} for a box that has a ref. */
export function useKeyboardScroll(box: RefObject<HTMLElement | null>, active = true): void {
  useEffect(() => (active ? keyboardScroll(box.current) : undefined), [box, active]);
}
